import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { archivedUntil, type ChosenBackup, chooseBackup } from '@bank/server/backups/chosen-backup'
import { lastGoodMoment } from '@bank/server/backups/last-good-moment'
import type { Expected } from '@bank/server/backups/manifest'
import { recoverBackup } from '@bank/server/backups/recovered-backup'
import { openRestoreDraft } from '@bank/server/backups/restore-draft'
import { checkBooks } from '@bank/server/books/check/check-books'
import { connectOnce } from '@bank/server/postgres/connect-once'
import { migrate } from '@bank/server/postgres/migrate'
import { unlessAborted } from '../backup/ending-signal.ts'

/**
 * The last moment in the archive of BACKUP_DIR at which the books were in order; undefined when they still are at its end. Each try recovers
 * a backup in the data folder and checks its books: first the end, then the backups from the newest on, then the time in between.
 */
export async function findLastGood(
  folder: string,
  {
    expected,
    dataDir,
    report,
    unwanted,
  }: {
    expected: Expected
    dataDir: string
    report: (line: string) => void
    unwanted: AbortSignal | undefined
  },
): Promise<Date | undefined> {
  const draft = openRestoreDraft(dataDir)

  async function isGood(backup: ChosenBackup, to?: Date): Promise<boolean> {
    const trial = join(draft.folder, 'trial')
    mkdirSync(trial, { mode: 0o700 })
    try {
      const { address, stop } = await recoverBackup(backup, trial, { to, fsync: false, unwanted })
      try {
        await migrate(address)
        const connection = await connectOnce(address)
        const checking = checkBooks(connection, () => {}).finally(() => connection.end())
        const { broken } = await unlessAborted(checking, unwanted)
        report(`${to?.toISOString() ?? 'The end of the archive'}: books ${broken ? 'wrong' : 'in order'}.`)
        return broken === null
      } finally {
        await stop()
      }
    } finally {
      rmSync(trial, { recursive: true, force: true })
    }
  }

  try {
    let backup = chooseBackup(folder, undefined, expected)
    if (await isGood(backup)) return undefined
    let bad = archivedUntil(backup)
    if (bad === undefined) throw new Error('The books of the only moment that it has are wrong.')
    for (;;) {
      const good = new Date(backup.manifest.finishedAt)
      if (await isGood(backup, good)) {
        return await lastGoodMoment({ good, bad }, (moment) =>
          isGood(chooseBackup(folder, moment, expected), moment),
        )
      }
      bad = good
      backup = chooseBackup(folder, new Date(good.getTime() - 1), expected)
    }
  } finally {
    draft.discard()
  }
}
