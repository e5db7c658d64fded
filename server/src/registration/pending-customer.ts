import type { RegistrationRest } from '@bank/contract/gateway/pending-registration'
import type { PoolClient } from 'pg'
import type { Bank } from '../bank.ts'
import { Refusal } from '../refusal.ts'
import { findEmail } from '../users/user.ts'
import type { NewCustomer } from './customer.ts'
import { readDetails } from './new-customer.ts'
import { takePendingRegistration } from './pending-registration.ts'

type SecondStep = {
  readonly form: RegistrationRest
  /** Given where the registration must be that of this session. */
  readonly sessionKey?: string
  /** The refusal when there is no such registration. */
  readonly missing: 'signed_out' | 'user_not_found'
  readonly now: Date
}

/**
 * Turns a pending registration and the form of the second step into a customer, and deletes the registration. Refuses
 * `user_id_taken` when it was completed already, another e-mail than that of the first step, and like `readDetails`.
 */
export async function takePendingCustomer(
  connection: PoolClient,
  { config }: Pick<Bank, 'config'>,
  { form: { id, ...form }, sessionKey, missing, now }: SecondStep,
): Promise<NewCustomer> {
  const details = readDetails(form, config, now)
  const pending = await takePendingRegistration(connection, { id, sessionKey }, now)
  if (!pending) throw new Refusal((await findEmail(connection, id)) === undefined ? missing : 'user_id_taken')
  if (form.email !== pending.email) {
    const detail = 'Email must be the one you registered with'
    throw new Refusal('validation', {}, [{ pointer: '/email', detail }])
  }
  return { ...details, id, passwordHash: pending.passwordHash }
}
