import { kinds } from '@bank/ledger/kinds'
import type { Bank } from '../bank.ts'
import type { Job } from '../jobs/job.ts'
import { fundingTakenBackMail, moneyReceivedMail, transferSentMail } from '../mail/money-letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { findAccountsToNotify, findEntries, lockNotice, setNotifiedSeq } from './mail-notice.ts'

// The next round continues after the last account of this one.
const readMax = 5_000
const accountsMax = 50
const entriesMax = 100

/**
 * Queues mails about money received and transfers sent since the last round, for customers who turned them on. The last notified
 * entry is stored in the same database transaction as the mails, so each is queued once. Returns how many accounts had new
 * entries, and after which account the next round begins.
 */
export async function notifyMovements(
  bank: Pick<Bank, 'db' | 'config'>,
  now: Date,
  after = 0n,
): Promise<{ count: number; next: bigint }> {
  const { accountIds, reached } = await findAccountsToNotify(bank.db, {
    after,
    readMax,
    countMax: accountsMax,
  })
  for (const id of accountIds) await notifyOwner(bank, id, now)
  const isMore = accountIds.length === accountsMax
  return { count: accountIds.length, next: isMore ? accountIds.at(-1)! : (reached ?? 0n) }
}

async function notifyOwner(
  { db, config: { bankName } }: Pick<Bank, 'db' | 'config'>,
  accountId: bigint,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (connection) => {
    const notice = await lockNotice(connection, accountId)
    if (!notice) return
    const entries = await findEntries(connection, accountId, {
      after: notice.notifiedSeq,
      limit: entriesMax,
    })
    for (const entry of entries) {
      const { kind, amountMinor, isFirst } = entry
      // No mail about money goes to an e-mail that is not confirmed.
      if (!isFirst || !notice.isEmailConfirmed) continue
      if (amountMinor > 0n && kinds[kind].isIncome && notice.money_received) {
        const received = { amountMinor, isFunding: kind === 'funding' }
        await queueMail(connection, moneyReceivedMail(bankName, notice, received), now)
      }
      if (kind === 'taking_back' && notice.money_received) {
        const takenBack = { ...entry, amountMinor: -amountMinor }
        await queueMail(connection, fundingTakenBackMail(bankName, notice, takenBack), now)
      }
      if (amountMinor < 0n && kinds[kind].isSpending && notice.transfer_sent) {
        const sent = { ...entry, amountMinor: -amountMinor }
        await queueMail(connection, transferSentMail(bankName, notice, sent), now)
      }
    }
    const last = entries.at(-1)
    if (last) await setNotifiedSeq(connection, accountId, last.seq)
  })
}

export const notifyMovementsJob: Job = {
  name: 'notify-movements',
  pauseSeconds: 1,
  waitsAfterRestore: true,
  open: ({ bank }) => {
    let after = 0n
    return async (now) => {
      const { count, next } = await notifyMovements(bank, now, after)
      after = next
      return count
    }
  },
}
