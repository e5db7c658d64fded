import { spawnSync } from 'node:child_process'

/**
 * How a PostgreSQL program is run. PostgreSQL refuses to run as root, so root runs it inside a user namespace (root owns the
 * files) or, where the system allows none, as a user without rights (which then owns the files).
 */
export type RunAs = {
  /** The command that the program and its arguments are appended to. */
  readonly prefix: readonly string[]
  /** The user to run it as; undefined for the user of this process. */
  readonly uid: number | undefined
}

/** The user `nobody` of every Linux. It needs no entry in the list of users. */
const nobodyUid = 65_534

const namespace = ['unshare', '-U', '--map-user=1000', '--map-group=1000']

/**
 * Chooses how to run PostgreSQL on files that belong to `owner`, or on files not yet made (undefined). Files made one
 * way cannot be opened the other way, so their owner decides. Throws a one-line error when this user cannot open them.
 */
export function chooseRunAs(owner: number | undefined): RunAs {
  const self = process.getuid?.()
  if (self !== 0) {
    if (owner === undefined || owner === self) return { prefix: endsWithParent(), uid: undefined }
    throw new Error(`it belongs to user ${owner}: start as that user`)
  }
  if ((owner === undefined || owner === 0) && works(namespace)) {
    return { prefix: [...namespace, ...endsWithParent()], uid: undefined }
  }
  if (owner !== 0) return { prefix: endsWithParent(), uid: owner ?? nobodyUid }
  throw new Error(
    'root made it inside a user namespace (unshare -U), which this system does not allow: start as another user',
  )
}

/** On Linux the kernel stops PostgreSQL cleanly when the program is killed; elsewhere the next start takes it over. */
function endsWithParent(): string[] {
  const command = ['setpriv', '--pdeathsig', 'INT']
  return process.platform === 'linux' && works(command) ? command : []
}

function works([command = '', ...args]: readonly string[]): boolean {
  return spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status === 0
}
