import { hashPin } from '@bank/server/books/pin'
import type { Customer } from '@bank/server/test/books-people'
import { modelId, modelPinKey, nothingBooked, openModelTables } from '../model-bank.ts'
import type { Tables } from '../model-rows.ts'

/** As many as the bank has (server/src/books/stripe.ts). */
export const bankStripes = 16

// Above the ids of the bank's own accounts.
const firstCustomerId = 1_000_000

/** True for the bank's own ledger accounts. */
export function isOfBank(ledgerAccountId: string): boolean {
  return Number(ledgerAccountId) < firstCustomerId
}

/** The tables of a bank whose customers may overdraw their accounts, as those of the benchmark may, and the customers. */
export function openScaleBank(count: number): {
  readonly tables: Tables
  readonly customers: readonly Customer[]
} {
  const { tables, add } = openModelTables(bankStripes)
  const salt = Buffer.alloc(16)
  const pin = '1234'
  const hash = hashPin(modelPinKey.current, salt, pin)
  const customers = Array.from(
    { length: count },
    (_, index): Customer => ({
      userId: modelId('c', index),
      accountId: BigInt(firstCustomerId + index),
      currency: 'USD',
      isActive: true,
      pin,
    }),
  )
  for (const { userId, accountId, currency } of customers) {
    add('ledger_accounts', { id: accountId, currency, floor_minor: -1_000_000_00n, ...nothingBooked })
    add('accounts', { id: accountId, user_id: userId, is_active: true, is_main: true, is_frozen: false })
    add('pins', { user_id: userId, salt, hash, wrong_count: 0n, locked_until: null, last_attempt: null })
  }
  return { tables, customers }
}
