import type { Bank } from '../bank.ts'
import { type Mail, queueMail } from '../mail/outgoing-mail.ts'
import { recordAudit } from '../postgres/audit.ts'
import { inTransaction } from '../postgres/transaction.ts'
import type { Refusal } from '../refusal.ts'
import { type AttemptKey, countAttempt, forgetAttempts, uncountAttempt } from './attempts.ts'

/**
 * Looks whether somebody knows a secret, with every try counted before it is looked at. Throws the refusal
 * `too_many_attempts` when too many were wrong, and `wrong` when this one is; a try that closes the block is kept on
 * record as `blockedAs`.
 */
export async function trySecret(
  { db, oneAtATime }: Pick<Bank, 'db' | 'oneAtATime'>,
  {
    key,
    isRight,
    wrong,
    blockedAs,
    blockedMail,
    userId,
    now,
  }: {
    readonly key: AttemptKey
    readonly isRight: () => Promise<boolean>
    readonly wrong: Refusal
    readonly blockedAs: string
    /** What the owner is written to when this try closes the block. */
    readonly blockedMail?: Mail
    /** Whose secret it is, where that is known. */
    readonly userId: string | null
    readonly now: Date
  },
): Promise<void> {
  // Right tries at the same time are common, and would count as wrong ones until the first of them has been looked at.
  await oneAtATime(key.toString('hex'), async () => {
    const { isLast } = await countAttempt(db, key, now)
    const right = await isRight().catch(async (error: unknown) => {
      await uncountAttempt(db, key)
      throw error
    })
    if (right) return forgetAttempts(db, key, now)
    if (isLast) {
      const event = { actorId: userId, action: blockedAs, target: userId, details: {}, now }
      await inTransaction(db, async (connection) => {
        if (blockedMail) await queueMail(connection, blockedMail, now)
        await recordAudit(connection, event)
      })
    }
    throw Object.assign(wrong, { userId: userId ?? undefined })
  })
}
