import type { AccountType } from '@bank/contract/option-lists'
import type { Currency } from '@bank/ledger/currency'
import type { PoolClient } from 'pg'
import { insertAccount } from '../accounts/account.ts'
import type { RotatingKey } from '../keys/derive-keys.ts'
import { insertPin } from '../pins/pin.ts'
import { type CreatedByAdministrator, insertUser, type Profile, type Role } from '../users/user.ts'

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
 * already. Pass `byAdministrator` when an administrator typed the secrets.
 */
export async function insertCustomer(
  connection: PoolClient,
  pinKey: RotatingKey,
  { pin, accountType, currency, ...user }: NewCustomer,
  now: Date,
  byAdministrator: CreatedByAdministrator | null = null,
): Promise<{ userId: string; account: { id: bigint; number: string } } | undefined> {
  const { id } = user
  if (!(await insertUser(connection, user, { byAdministrator, now }))) return undefined
  const account = await insertAccount(connection, { userId: id, type: accountType, currency, now })
  if (pin !== null) await insertPin(connection, id, { pinKey, pin })
  return { userId: id, account }
}
