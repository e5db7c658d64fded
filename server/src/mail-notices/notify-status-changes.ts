import type { Bank } from '../bank.ts'
import { type Job, withBank } from '../jobs/job.ts'
import { statusChangedMail } from '../mail/money-letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import {
  findNotifiedUntil,
  findStatusChanges,
  lockNotifiedUntil,
  mayFindStatusChanges,
  setNotifiedUntil,
} from './status-change.ts'

// A batch becomes visible up to some seconds after its timestamp, and the clocks of several machines differ.
const overlapMilliseconds = 2 * 60_000
const setEveryMilliseconds = 30_000
const atOnceMax = 100

/** Queues mails about changed statuses for customers who turned them on, and returns their number. */
export async function notifyStatusChanges(
  { db, config }: Pick<Bank, 'db' | 'config'>,
  now: Date,
): Promise<number> {
  const before = await findNotifiedUntil(db)
  // Most rounds end here, without a transaction.
  if (before && !isOld(before, now) && !(await mayFindStatusChanges(db, searchedSince(before)))) return 0
  return inTransaction(db, async (connection) => {
    const notifiedUntil = await lockNotifiedUntil(connection, now)
    if (!notifiedUntil) return 0
    const changes = await findStatusChanges(connection, {
      since: searchedSince(notifiedUntil),
      limit: atOnceMax,
    })
    for (const change of changes) {
      await queueMail(connection, statusChangedMail(config.bankName, change, change), now)
    }
    if (changes.length < atOnceMax && isOld(notifiedUntil, now)) await setNotifiedUntil(connection, now)
    return changes.length
  })
}

function isOld(notifiedUntil: Date, now: Date): boolean {
  return now.getTime() - notifiedUntil.getTime() >= setEveryMilliseconds
}

function searchedSince(notifiedUntil: Date): Date {
  return new Date(notifiedUntil.getTime() - overlapMilliseconds)
}

export const notifyStatusChangesJob: Job = {
  name: 'notify-status-changes',
  pauseSeconds: 1,
  waitsAfterRestore: true,
  open: withBank(notifyStatusChanges),
}
