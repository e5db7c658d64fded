import { statfs } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** The settings that name a folder which the bank fills. */
export type DiskSetting = 'DATA_DIR' | 'BACKUP_DIR'

/** The disk of a folder. Free is what the bank may still write: a file system keeps some blocks for root. */
export type DiskSpace = { readonly freeBytes: number; readonly sizeBytes: number }

/** The disks of the bank's folders. */
export type Disks = {
  /** Those that answer within a second. */
  readonly read: () => Promise<ReadonlyMap<DiskSetting, DiskSpace>>
}

// As the alert DiskLow.
const lowShare = 0.15
const answerMillisecondsMax = 1_000

export function openDisks(folders: ReadonlyMap<DiskSetting, string>): Disks {
  // A network file system that hangs holds a thread of Node's pool until it answers: each disk is asked once at a time.
  const underWay = new Map<DiskSetting, Promise<DiskSpace | undefined>>()

  function spaceOf(setting: DiskSetting, folder: string): Promise<DiskSpace | undefined> {
    const asked =
      underWay.get(setting) ??
      readSpace(folder)
        .catch(() => undefined)
        .finally(() => underWay.delete(setting))
    underWay.set(setting, asked)
    return Promise.race([asked, wait(answerMillisecondsMax, undefined, { ref: false })])
  }

  return {
    async read() {
      const spaces = await Promise.all(
        [...folders].map(async ([setting, folder]) => [setting, await spaceOf(setting, folder)] as const),
      )
      return new Map(spaces.flatMap(([setting, space]) => (space ? [[setting, space] as const] : [])))
    },
  }
}

/** Whether so little is free that an operator has to make room. */
export function isLow({ freeBytes, sizeBytes }: DiskSpace): boolean {
  return freeBytes < lowShare * sizeBytes
}

async function readSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}
