import type { ActionName } from '@bank/contract/audit/actions'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Bank } from '../bank.ts'
import { type Mail, queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import type { Refusal } from '../refusal.ts'
import {
  type AttemptKey,
  clearAttempts,
  countAttempt,
  countDeviceAttempt,
  uncountAttempt,
} from './attempts.ts'
import type { AttemptScope } from './known-device.ts'

type SecretAttempt = {
  readonly isRight: () => Promise<boolean>
  /** Thrown when the secret is wrong. */
  readonly wrong: Refusal
  /** The audit action of each other wrong attempt, where the log has them. */
  readonly refusedAs?: ActionName
  /** The audit action of an attempt that blocks further ones. */
  readonly blockedAs: ActionName
  /** The mail to the owner when this attempt blocks further ones. */
  readonly blockedMail?: Mail
  /** The owner of the secret, where known. */
  readonly userId: string | null
  readonly now: Date
}

/**
 * Verifies a secret, and counts the attempt before it does. Throws the refusal `too_many_attempts` after too many wrong
 * attempts, and `wrong` when this one is wrong.
 */
export async function attemptSecret(
  bank: Pick<Bank, 'db' | 'oneAtATime'>,
  { key, device, ...attempt }: SecretAttempt & AttemptScope,
): Promise<void> {
  // One at a time: concurrent attempts with the right secret would all count as wrong until the first is verified.
  await bank.oneAtATime(key.toString('hex'), async () => {
    const { isLast } = await countAttempt(bank.db, key, attempt.now)
    if (!device) return verify(bank, { key, isLast, deviceTotal: null }, attempt)
    if (await countDeviceAttempt(bank.db, device.totalKey, attempt.now)) {
      return verify(bank, { key, isLast, deviceTotal: device.totalKey }, attempt)
    }
    // The user's devices have used up their attempts of the day: this one is counted as from an unknown device.
    await uncountAttempt(bank.db, key)
    return attemptSecret(bank, { ...attempt, key: device.unknownDeviceKey })
  })
}

async function verify(
  { db }: Pick<Bank, 'db'>,
  { key, isLast, deviceTotal }: { key: AttemptKey; isLast: boolean; deviceTotal: AttemptKey | null },
  { isRight, wrong, refusedAs, blockedAs, blockedMail, userId, now }: SecretAttempt,
): Promise<void> {
  const right = await isRight().catch(async (error: unknown) => {
    await uncountAttempt(db, key)
    if (deviceTotal) await uncountAttempt(db, deviceTotal)
    throw error
  })
  if (right) return clearAttempts(db, key, now, deviceTotal)
  const action = isLast ? blockedAs : refusedAs
  if (action) {
    await inTransaction(db, async (connection) => {
      if (isLast && blockedMail) await queueMail(connection, blockedMail, now)
      await recordAudit(connection, { actorId: userId, action, target: userId, now })
    })
  }
  throw Object.assign(wrong, { userId: userId ?? undefined })
}
