import { type Currency, currencies } from '@bank/ledger/currency'
import { type NaiveBank, naiveBank } from '@bank/ledger/test/naive-interpreter'
import type { InternalAccounts } from '../src/books/internal-accounts.ts'
import type { Customer } from './books-people.ts'

/** A bank for the naive interpreter: the internal accounts and those of these customers, without any booking. */
export function emptyBank(own: InternalAccounts, customers: readonly Customer[]): NaiveBank {
  const account = (id: bigint, currency: Currency, floorMinor: bigint | null) =>
    [id, { currency, floorMinor, heldMinor: 0n, isClosed: false }] as const
  const pin = { wrongCount: 0, lockedUntil: null, lastAttempt: null }
  return naiveBank({
    ledgerAccounts: new Map([
      ...currencies.flatMap((currency) =>
        Object.values(own[currency]).map((id) => account(id, currency, null)),
      ),
      ...customers.map(({ accountId, currency }) => account(accountId, currency, 0n)),
    ]),
    senders: new Map(
      [...Map.groupBy(customers, ({ userId }) => userId)].map(([userId, accounts]) => [
        userId,
        {
          standings: new Map(accounts.map(({ accountId, isActive }) => [accountId, isActive])),
          isFrozen: false,
          guards: new Map(),
          paidBeneficiaries: new Map(),
          pin,
        },
      ]),
    ),
  })
}
