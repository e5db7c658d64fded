import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Runs a program. Those that make and mount disks may not be on the PATH. */
function run(program: string, args: readonly string[]) {
  return execute(program, args, { env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` } })
}

/** A mounted file system that can lose its power and run full. */
export type Disk = {
  readonly path: string
  /** Drops everything that the system has not written to it yet, and refuses further writes. */
  readonly cutPower: () => Promise<void>
  /** Mounts it again. Programs that had files open on it must have ended. */
  readonly plugIn: () => Promise<void>
  readonly fill: () => Promise<void>
  readonly free: () => Promise<void>
  readonly close: () => Promise<void>
}

// A sparse file: it takes as much space as is written.
const imageBytes = 3 * 1024 ** 3
const piecesMax = 40

/** Mounts a file system in a file of `folder`. Returns the reason where the machine does not allow that. */
export async function openDisk(folder: string): Promise<Disk | string> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'mounting a disk needs root on Linux'
  const image = join(folder, 'disk.img')
  const path = join(folder, 'disk')
  const ballast = join(path, 'ballast')
  const mount = () => run('mount', ['-o', 'loop', image, path])
  try {
    writeFileSync(image, '')
    truncateSync(image, imageBytes)
    mkdirSync(path)
    await run('perl', ['-e', '1'])
    await run('mkfs.ext4', ['-q', '-F', '-m', '0', image])
    await mount()
  } catch (error) {
    return `a disk could not be made: ${error instanceof Error ? error.message.split('\n')[0] : error}`
  }

  async function unmount(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await run('umount', [path])
        return
      } catch (error) {
        // Processes that had files open on it are still exiting.
        if (tries === 100) throw error
        await wait(50)
      }
    }
  }

  return {
    path,
    cutPower: async () => {
      await run('perl', ['-e', shutdown, path])
    },
    async plugIn() {
      await unmount()
      await mount()
    },
    async fill() {
      // In several files, large ones first, because PostgreSQL writes meanwhile.
      for (let piece = 0; piece < piecesMax; piece++) {
        const { bavail, bsize } = statfsSync(path)
        const bytes = Math.floor((bavail * bsize) / (piece < 3 ? 1.05 : 2))
        if (bytes < bsize) return
        await run('fallocate', ['-l', String(bytes), `${ballast}-${piece}`]).catch(() => {})
      }
    },
    async free() {
      for (let piece = 0; piece < piecesMax; piece++) rmSync(`${ballast}-${piece}`, { force: true })
      // So that a power cut does not restore them.
      await run('sync', ['-f', path])
    },
    async close() {
      await unmount().catch(() => run('umount', ['--lazy', path]))
      rmSync(image, { force: true })
    },
  }
}

/** EXT4_IOC_SHUTDOWN without flushing the journal: how file system tests simulate a power cut. */
const shutdown = `
  open(my $disk, '<', $ARGV[0]) or die $!;
  my $flags = pack('L', 2);
  ioctl($disk, 0x8004587D, $flags) or die $!;
`
