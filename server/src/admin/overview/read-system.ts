import { findStripeHolders } from '../../books/stripe.ts'
import type { Verb } from '../../call.ts'
import { readHeads } from '../../live/change-feed.ts'
import { countWaitingMail } from '../../mail/outgoing-mail.ts'
import { countWaitingResets } from '../../password-resets/password-reset.ts'
import { readDatabaseBytes } from '../../postgres/database-figures.ts'
import { countDueRuns } from '../../schedules/schedule.ts'
import { readSecondsBehind } from '../../transaction-list/behind.ts'
import { backupsView } from './backup-progress.ts'

/** How the bank runs, for those who have no Prometheus: the figures are those of `/metrics`. */
export const readSystem: Verb<'readSystem'> = async ({ bank, now }) => {
  const { db, requests, passwords, drawings } = bank
  const [
    processes,
    { batches },
    mail,
    scheduledRuns,
    resetLinks,
    listSecondsBehind,
    databaseBytes,
    disks,
  ] = await Promise.all([
    findStripeHolders(db),
    readHeads(db),
    countWaitingMail(db),
    countDueRuns(db, now),
    countWaitingResets(db),
    readSecondsBehind(db, now),
    readDatabaseBytes(db),
    bank.disks.read(),
  ])
  return {
    readAt: now,
    processes,
    batchCount: Number([...batches.values()].reduce((sum, count) => sum + count, 0n)),
    queues: {
      requests: requests.waitingCount(),
      passwords: passwords.waitingCount(),
      documents: drawings.waitingCount(),
      mail,
      scheduledRuns,
      resetLinks,
    },
    listSecondsBehind,
    databaseBytes,
    disks: [...disks].map(([folder, space]) => ({ folder, ...space })),
    backups: backupsView(bank, now),
  }
}
