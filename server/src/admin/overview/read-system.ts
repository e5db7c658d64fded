import { findStripeHolders } from '../../books/stripe.ts'
import type { Verb } from '../../call.ts'
import { readHeads } from '../../live/change-feed.ts'
import { countWaitingMail } from '../../mail/outgoing-mail.ts'
import { countWaitingResets } from '../../password-resets/password-reset.ts'
import { readDatabaseBytes } from '../../postgres/database-figures.ts'
import { countDueRuns } from '../../schedules/schedule.ts'
import { readSecondsBehind } from '../../transaction-list/behind.ts'
import { backupsView } from './backup-progress.ts'

/**
 * How the bank runs, for those who have no Prometheus: the figures are those of `/metrics`. They are read one after the other, so
 * that the page takes one connection of the pool that it shows.
 */
export const readSystem: Verb<'readSystem'> = async ({ bank, now }) => {
  const { db, requests, passwords, drawings } = bank
  const { batches } = await readHeads(db)
  return {
    readAt: now,
    processes: await findStripeHolders(db),
    batchCount: Number([...batches.values()].reduce((sum, count) => sum + count, 0n)),
    queues: {
      requests: requests.waitingCount(),
      passwords: passwords.waitingCount(),
      documents: drawings.waitingCount(),
      mail: await countWaitingMail(db),
      scheduledRuns: await countDueRuns(db, now),
      resetLinks: await countWaitingResets(db),
    },
    listSecondsBehind: await readSecondsBehind(db, now),
    databaseBytes: await readDatabaseBytes(db),
    disks: [...(await bank.disks.read())].map(([folder, space]) => ({ folder, ...space })),
    backups: backupsView(bank, now),
  }
}
