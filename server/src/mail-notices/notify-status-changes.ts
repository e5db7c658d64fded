import type { Bank } from '../bank.ts'
import { statusChangedMail } from '../mail/money-letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { findStatusChanges, lockToldUntil, setToldUntil } from './status-change.ts'

// A batch is seen some seconds after the time it carries; clocks of several machines differ a little more.
const lookedBackMilliseconds = 2 * 60_000
const noteEveryMilliseconds = 30_000
const atOnceMax = 100

/** Writes to those who asked for it about transactions on their list that got another status. Says how many mails that were. */
export async function tellOfStatusChanges(
  { db, config }: Pick<Bank, 'db' | 'config'>,
  now: Date,
): Promise<number> {
  return inTransaction(db, async (connection) => {
    const toldUntil = await lockToldUntil(connection, now)
    if (!toldUntil) return 0
    const since = new Date(toldUntil.getTime() - lookedBackMilliseconds)
    const changes = await findStatusChanges(connection, { since, limit: atOnceMax })
    for (const change of changes) {
      await queueMail(connection, statusChangedMail(config.bankName, change, change), now)
    }
    const isAll = changes.length < atOnceMax
    if (isAll && now.getTime() - toldUntil.getTime() >= noteEveryMilliseconds) {
      await setToldUntil(connection, now)
    }
    return changes.length
  })
}
