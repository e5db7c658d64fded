import type { Endpoint } from '@bank/contract/endpoint'
import type { PoolClient } from 'pg'
import type { Actor, Call } from '../call.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { codesBlockedMail, recoveryCodeUsedMail } from '../mail/two-factor-letters.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { type Authenticator, lockAuthenticator, takeCode } from '../two-factor/authenticator.ts'
import { countRecoveryCodes, hashesOfRecoveryCode, takeRecoveryCode } from '../two-factor/recovery-code.ts'
import { type DeviceGeneration, isPasswordStill, lockUser } from '../users/user.ts'
import { codesCountedUnder } from './known-device.ts'
import { trySecret } from './secret-attempt.ts'

/** What is shown besides the password: a code of the authenticator app, or a recovery code without its dashes. */
export type SecondFactor = { readonly code: string } | { readonly recoveryCode: string }

/** Whose factor it is. The password has been right; when it is another one by now, nothing is taken. */
type Owner = {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly passwordHash: string
  readonly deviceGeneration: DeviceGeneration
}

type Asking = Pick<Call<Endpoint, Actor | null>, 'bank' | 'now' | 'origin'>

/** What a right factor is used for. */
type Use = {
  readonly usedFor: 'sign-in' | 'confirmation'
  /** The refusal when the password was changed or two-factor was turned off meanwhile. */
  readonly ended: Refusal
  /** Done in the transaction that uses the factor up. When it throws, nothing has been used up. `by` is for the record. */
  readonly work: (connection: PoolClient, by: 'authenticator' | 'recovery_code') => Promise<void>
}

/**
 * Takes a second factor, once. Both kinds count together, on the owner or the known device, before they are looked at; five
 * wrong ones block, and the owner gets a mail. Throws `code_incorrect` or `recovery_code_incorrect`, and
 * `too_many_attempts`. The owner of a used recovery code gets a mail, too.
 */
export async function trySecondFactor(
  call: Asking,
  owner: Owner,
  shown: SecondFactor,
  { usedFor, ended, work }: Use,
): Promise<void> {
  const { bank, now } = call
  const { userId, passwordHash } = owner
  await trySecret(bank, {
    ...codesCountedUnder(call, owner),
    async isRight() {
      const take = await readyToTake(call, owner, shown, usedFor)
      return inTransaction(bank.db, async (connection) => {
        await lockUser(connection, userId)
        const authenticator = await lockAuthenticator(connection, userId)
        const isStill = await isPasswordStill(connection, userId, passwordHash)
        if (!isStill || !authenticator?.turnedOnAt) throw ended
        if (!(await take(connection, authenticator))) return false
        await work(connection, 'code' in shown ? 'authenticator' : 'recovery_code')
        return true
      })
    },
    wrong: new Refusal('code' in shown ? 'code_incorrect' : 'recovery_code_incorrect'),
    blockedAs: 'second_step_blocked',
    blockedMail: codesBlockedMail(bank.config.bankName, owner),
    userId,
    now,
  })
}

type Take = (connection: PoolClient, authenticator: Authenticator) => Promise<boolean>

/** Does what is slow before the transaction. What it gives uses the factor up, and says whether it was right. */
async function readyToTake(
  { bank, now }: Asking,
  { userId, name, email }: Owner,
  shown: SecondFactor,
  usedFor: Use['usedFor'],
): Promise<Take> {
  if ('code' in shown) {
    const key = bank.keys.authenticatorKey
    return (connection, authenticator) =>
      takeCode(connection, userId, { authenticator, key, code: shown.code, now })
  }
  const hashes = await hashesOfRecoveryCode(bank.db, userId, { parts: bank, code: shown.recoveryCode })
  return async (connection) => {
    if (!(await takeRecoveryCode(connection, userId, hashes, now))) return false
    const left = await countRecoveryCodes(connection, userId, bank.keys)
    const mail = recoveryCodeUsedMail(bank.config.bankName, { name, email }, { usedFor, left })
    await queueMail(connection, mail, now)
    return true
  }
}
