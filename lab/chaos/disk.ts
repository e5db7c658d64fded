import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Runs a program; those that make and mount disks are kept where not every shell looks. */
function run(program: string, given: readonly string[]) {
  return execute(program, given, { env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` } })
}

/** A disk of our own, which can lose its power and run full. */
export type Disk = {
  readonly path: string
  /** From here on nothing reaches it: what the system had not put on it yet is gone. */
  readonly cutPower: () => Promise<void>
  /** Gives it power again. Programs that had files open on it have ended. */
  readonly plugIn: () => Promise<void>
  /** Leaves no room on it. */
  readonly fill: () => Promise<void>
  readonly makeRoom: () => Promise<void>
  readonly close: () => Promise<void>
}

// A file with holes: on the machine's own disk it takes what is written.
const imageBytes = 3 * 1024 ** 3
const piecesMax = 40

/** A file system in a file of `folder`. Where the machine does not allow that: why not. */
export async function openDisk(folder: string): Promise<Disk | string> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can mount a disk'
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
        // The last processes that had files open on it are still ending.
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
      // In pieces, because others take some of the room meanwhile: first large ones, then smaller ones.
      for (let piece = 0; piece < piecesMax; piece++) {
        const { bavail, bsize } = statfsSync(path)
        const bytes = Math.floor((bavail * bsize) / (piece < 3 ? 1.05 : 2))
        if (bytes < bsize) return
        await run('fallocate', ['-l', String(bytes), `${ballast}-${piece}`]).catch(() => {})
      }
    },
    async makeRoom() {
      for (let piece = 0; piece < piecesMax; piece++) rmSync(`${ballast}-${piece}`, { force: true })
      // A power cut does not bring them back.
      await run('sync', ['-f', path])
    },
    async close() {
      await unmount().catch(() => run('umount', ['--lazy', path]))
      rmSync(image, { force: true })
    },
  }
}

/** EXT4_IOC_SHUTDOWN without writing out the journal: what testers of file systems call a power cut. */
const shutdown = `
  open(my $disk, '<', $ARGV[0]) or die $!;
  my $flags = pack('L', 2);
  ioctl($disk, 0x8004587D, $flags) or die $!;
`
