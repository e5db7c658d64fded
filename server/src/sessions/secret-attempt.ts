import { recordAudit } from '../audit/audit-chain.ts'
import type { Bank } from '../bank.ts'
import { type Mail, queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import type { Refusal } from '../refusal.ts'
import { type AttemptKey, countAttempt, countInTotal, forgetAttempts, uncountAttempt } from './attempts.ts'
import type { CountedUnder } from './known-device.ts'

type Parts = Pick<Bank, 'db' | 'oneAtATime'>

type Try = {
  readonly isRight: () => Promise<boolean>
  readonly wrong: Refusal
  readonly blockedAs: string
  /** What the owner is written to when this try closes the block. */
  readonly blockedMail?: Mail
  /** Whose secret it is, where that is known. */
  readonly userId: string | null
  readonly now: Date
}

/**
 * Looks whether somebody knows a secret, with every try counted before it is looked at. Throws the refusal
 * `too_many_attempts` when too many were wrong, and `wrong` when this one is; a try that closes the block is kept on
 * record as `blockedAs`.
 */
export async function trySecret(bank: Parts, { key, beyond, ...tried }: Try & CountedUnder): Promise<void> {
  // Right tries at the same time are common, and would count as wrong ones until the first of them has been looked at.
  await bank.oneAtATime(key.toString('hex'), async () => {
    const { isLast } = await countAttempt(bank.db, key, tried.now)
    if (!beyond) return judge(bank, { key, isLast, total: null }, tried)
    if (await countInTotal(bank.db, beyond.total, tried.now)) {
      return judge(bank, { key, isLast, total: beyond.total }, tried)
    }
    // The devices have used up their own tries of this day: from here on this one is a stranger, and blocked as one.
    await uncountAttempt(bank.db, key)
    return trySecret(bank, { ...tried, key: beyond.key })
  })
}

/** Looks at a try that has been counted. */
async function judge(
  { db }: Parts,
  { key, isLast, total }: { key: AttemptKey; isLast: boolean; total: AttemptKey | null },
  { isRight, wrong, blockedAs, blockedMail, userId, now }: Try,
): Promise<void> {
  const right = await isRight().catch(async (error: unknown) => {
    await uncountAttempt(db, key)
    if (total) await uncountAttempt(db, total)
    throw error
  })
  if (right) return forgetAttempts(db, key, now, total)
  if (isLast) {
    const event = { actorId: userId, action: blockedAs, target: userId, details: {}, now }
    await inTransaction(db, async (connection) => {
      if (blockedMail) await queueMail(connection, blockedMail, now)
      await recordAudit(connection, event)
    })
  }
  throw Object.assign(wrong, { userId: userId ?? undefined })
}
