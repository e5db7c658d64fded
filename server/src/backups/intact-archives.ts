import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from '../reason-of.ts'
import { findArchives, findBackups } from './archive.ts'
import { verifySegment } from './copied-wal.ts'
import { type Expected, manifestName } from './manifest.ts'
import { unpackFiles } from './unpacking.ts'
import { completeSegments, readReceivedFacts, readSegmentFacts, segmentOf } from './wal-files.ts'

/**
 * Compares every backup and every segment in BACKUP_DIR with its sum, also those that a restore to the latest moment does not need.
 * Returns what was compared; throws an error with a line for each that is damaged or missing.
 */
export async function requireIntactArchives(
  backupDir: string,
  expected: Expected,
  unwanted: AbortSignal | undefined,
): Promise<{ backups: number; segments: number }> {
  if (existsSync(join(backupDir, manifestName)))
    throw new Error(`${backupDir} is one backup: --all needs the folder that was BACKUP_DIR.`)
  const damages: string[] = []
  const counts = { backups: 0, segments: 0 }

  /** What a running bank deletes in the meantime, because it is too old, is no damage. */
  async function compare(kind: keyof typeof counts, path: string, work: () => Promise<void>) {
    counts[kind]++
    await work().catch((error: unknown) => {
      if (unwanted?.aborted) throw error
      if (existsSync(path)) damages.push(reasonOf(error))
    })
  }

  for (const archive of findArchives(backupDir)) {
    const { walFolder } = archive
    for (const backup of findBackups(archive, expected, (error) => damages.push(reasonOf(error)))) {
      await compare('backups', backup.folder, () =>
        unpackFiles(backup, undefined, { uid: undefined, unwanted }),
      )
    }
    let before: bigint | undefined
    for (const name of completeSegments(walFolder)) {
      const { number } = segmentOf(name)!
      if (before !== undefined && number !== before + 1n)
        damages.push(`The archive is damaged: ${walFolder} has no segment before ${name}.`)
      before = number
      await compare('segments', join(walFolder, name), async () =>
        verifySegment(walFolder, readSegmentFacts(walFolder, name, expected.key), unwanted),
      )
    }
    const received = readReceivedFacts(walFolder, expected.key)
    if (received !== undefined && received.bytes > 0)
      await compare('segments', walFolder, () => verifySegment(walFolder, received, unwanted))
  }
  if (damages.length > 0) throw new Error(damages.join('\n'))
  return counts
}
