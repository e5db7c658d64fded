import type { Bank } from '../bank.ts'
import { moneyReceivedMail, transferSentMail } from '../mail/money-letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { findMovements, findUntold, lockNotice, setTold } from './mail-notice.ts'

// However many have asked to be told, one round looks at so many accounts, and the next round at the next ones.
const lookedAtMax = 5_000
const accountsMax = 50
const movementsMax = 100

/**
 * Writes to those who asked for it about money that came in and transfers that were sent since they were last told. How far
 * they were told is kept in the same database transaction as the mails, so each is told once. Says how many were written to,
 * and after which account the next round looks.
 */
export async function tellOfMovements(
  bank: Pick<Bank, 'db' | 'config'>,
  now: Date,
  after = 0n,
): Promise<{ told: number; next: bigint }> {
  const { accountIds, reached } = await findUntold(bank.db, { after, lookedAtMax, countMax: accountsMax })
  for (const id of accountIds) await tellOne(bank, id, now)
  const isMore = accountIds.length === accountsMax
  return { told: accountIds.length, next: isMore ? accountIds.at(-1)! : (reached ?? 0n) }
}

async function tellOne(
  { db, config: { bankName } }: Pick<Bank, 'db' | 'config'>,
  accountId: bigint,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (connection) => {
    const wish = await lockNotice(connection, accountId)
    if (!wish) return
    const movements = await findMovements(connection, accountId, {
      after: wish.told_seq,
      limit: movementsMax,
    })
    for (const { amountMinor, creditDescription, beneficiaryName, isFirst } of movements) {
      if (!isFirst) continue
      if (amountMinor > 0n && wish.money_received) {
        const received = { amountMinor, description: creditDescription ?? '' }
        await queueMail(connection, moneyReceivedMail(bankName, wish, received), now)
      }
      if (amountMinor < 0n && wish.transfer_sent) {
        const sent = { amountMinor: -amountMinor, to: beneficiaryName ?? '' }
        await queueMail(connection, transferSentMail(bankName, wish, sent), now)
      }
    }
    const last = movements.at(-1)
    if (last) await setTold(connection, accountId, last.seq)
  })
}
