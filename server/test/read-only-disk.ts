import { spawnSync } from 'node:child_process'

// A user other than root may mount in a user namespace, where the system allows one.
const ownMounts = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']), '--mount']
const mountReadOnly = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'

/** The command that runs `command` on a system on which this folder is on a read-only disk. No other process sees that. */
export function onReadOnlyDisk(folder: string, command: readonly string[]): string[] {
  return [...ownMounts, 'sh', '-c', mountReadOnly, folder, ...command]
}

/** False where the tests may mount nothing. */
export function canMount(folder: string): boolean {
  const [unshare = '', ...args] = onReadOnlyDisk(folder, ['true'])
  return spawnSync(unshare, args).status === 0
}
