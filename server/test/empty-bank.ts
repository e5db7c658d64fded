import { type Currency, currencies } from '@bank/ledger/currency'
import { type NaiveBank, naiveBank } from '@bank/ledger/test/naive-interpreter'
import type { InternalAccounts } from '../src/books/internal-accounts.ts'
import type { Customer } from './books-people.ts'

/** The bank of a clerk who books by hand: the bank's own accounts and these customers', and nothing has happened yet. */
export function emptyBank(
  own: Readonly<Record<Currency, InternalAccounts>>,
  customers: readonly Customer[],
): NaiveBank {
  const account = (id: bigint, currency: Currency, floorMinor: bigint | null) =>
    [id, { currency, floorMinor }] as const
  const pin = { wrongCount: 0, lockedUntil: null, lastAttempt: null }
  return naiveBank({
    ledgerAccounts: new Map([
      ...currencies.flatMap((currency) =>
        [own[currency].settlement, own[currency].inTransit].map((id) => account(id, currency, null)),
      ),
      ...customers.map(({ accountId, currency }) => account(accountId, currency, 0n)),
    ]),
    senders: new Map(customers.map(({ userId, isActive }) => [userId, { isActive, pin }])),
  })
}
