import type { UserRecord } from '@bank/contract/gateway/users/view'
import { currencySymbol } from '@bank/ledger/currency'
import { databaseId } from './collection.ts'
import { writeId } from './ids.ts'
import { momentOf, numberOf } from './json-values.ts'
import { passwordMask } from './password-mask.ts'
import { pictureUrl } from './pictures.ts'

export const usersCollectionId = 'users'

/**
 * A user's profile and account as a document (specification §3, User profile record), without any secret. `baseUrl` is the
 * address of the bank as the client reaches it.
 */
export function userDocument(user: UserRecord, baseUrl: string) {
  const { account, createdAt } = user
  const id = writeId(user.id)
  return {
    $id: id,
    $collectionId: usersCollectionId,
    $databaseId: databaseId,
    $createdAt: momentOf(createdAt),
    $updatedAt: momentOf(createdAt),
    $permissions: [`read("user:${id}")`, `update("user:${id}")`],
    userId: id,
    name: user.name,
    email: user.email,
    phone: user.phone,
    country: user.country,
    city: user.city,
    state: user.state,
    zip: user.zip,
    street: user.street,
    dob: user.dob ?? '',
    gender: user.gender,
    employment_status: user.employmentStatus,
    account_type: account.type,
    account_number: account.number,
    currency: currencySymbol[account.currency],
    balance: numberOf(account.balanceMinor),
    isAdmin: user.role === 'administrator',
    isActive: account.isActive,
    avatar: user.avatar === null ? null : pictureUrl(user.avatar, baseUrl),
    password: passwordMask,
  }
}
