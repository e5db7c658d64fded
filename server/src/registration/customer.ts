import type { AccountType } from '@bank/contract/option-lists'
import type { Role } from '@bank/contract/roles/role'
import type { Currency } from '@bank/ledger/currency'
import type { PoolClient } from 'pg'
import { insertAccount } from '../accounts/account-opening.ts'
import { isEmailHeld } from '../email-changes/email-change.ts'
import type { RotatingKey } from '../keys/derive-keys.ts'
import { insertPin } from '../pins/pin.ts'
import { Refusal } from '../refusal.ts'
import { insertUser, type Profile, type UserOrigin } from '../users/user.ts'

/** A customer to be inserted. */
export type NewCustomer = Profile & {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly passwordHash: string
  readonly accountType: AccountType
  readonly currency: Currency
  /** Null for a user who must set a PIN before sending money. */
  readonly pin: string | null
}

/**
 * Inserts a user, their account (inactive, with its row in the books) and their PIN. Undefined when a user has the e-mail
 * already. Throws `email_taken` while another user may take it back.
 */
export async function insertCustomer(
  connection: PoolClient,
  pinKey: RotatingKey,
  { pin, accountType, currency, ...user }: NewCustomer,
  now: Date,
  origin: UserOrigin = {},
): Promise<{ userId: string; account: { id: bigint; number: string } } | undefined> {
  const { id } = user
  if (!(await insertUser(connection, user, { ...origin, now }))) return undefined
  if (await isEmailHeld(connection, user.email, { userId: id, now })) throw new Refusal('email_taken')
  const account = await insertAccount(connection, { userId: id, type: accountType, currency, now })
  if (pin !== null) await insertPin(connection, id, { pinKey, pin })
  return { userId: id, account }
}
