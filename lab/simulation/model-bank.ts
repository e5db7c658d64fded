import { createSecretKey } from 'node:crypto'
import { type Currency, currencies } from '@bank/ledger/currency'
import type { InternalAccounts } from '@bank/server/books/internal-accounts'
import { hashPin } from '@bank/server/books/pin'
import type { RotatingKey } from '@bank/server/keys/derive-keys'
import type { Pot } from '@bank/server/pots/pot'
import type { Customer } from '@bank/server/test/books-people'
import { copyTables, emptyTables, keyOf, type Row, type TableName, type Tables } from './model-rows.ts'

/** The key of the model's PIN hashes. */
export const modelPinKey: RotatingKey = {
  id: '000000000002',
  current: createSecretKey(Buffer.alloc(32, 'the key of the model')),
  previous: undefined,
}

/** Three customers with dollars, one with euros, and one more with dollars whose account is not active. */
const mainAccounts: readonly Customer[] = (['USD', 'USD', 'USD', 'EUR', 'USD'] as const).map(
  (currency, index) => ({
    userId: modelId('c', index),
    accountId: BigInt(100 + index),
    currency,
    isActive: index !== 4,
    pin: `${1000 + index}`,
  }),
)

/** The second accounts of the first two customers. */
const furtherAccounts: readonly Customer[] = mainAccounts
  .slice(0, 2)
  .map((main, index) => ({ ...main, accountId: BigInt(200 + index) }))

/** The customer with two accounts who has limited what they send in dollars in a day. */
export const guardedUser = mainAccounts[0]!.userId
export const dayLimitMinor = 50_00n
/** The limit of the same customer while 24 hours have not passed since a recovery of the PIN. */
export const pinRecoveryLimitMinor = 20_00n

/** The customer with two accounts whom the bank limits in what they send to new beneficiaries. */
export const limitedUser = mainAccounts[1]!.userId
export const newBeneficiaryLimitMinor = 30_00n

/** Every account with its customer. */
export const modelCustomers: readonly Customer[] = [...mainAccounts, ...furtherAccounts]

/** A pot of the customer who is guarded, and of one whom nothing limits, in their main accounts. */
export const modelPots = [0, 2].map((index) => {
  const { accountId, userId: ownerId, currency } = mainAccounts[index]!
  const [id, openingId] = [BigInt(300 + index), modelId('e', index)]
  return { id, openingId, accountId, ownerId, currency, name: 'Holidays' } as Pot
})

/** Whether a row of `transactions` is a new one by which this customer sends money to another. A status change names no route. */
export function isSentBy(userId: string, row: Row): boolean {
  const own = modelCustomers.filter((each) => each.userId === userId).map(({ accountId }) => accountId)
  const { source_ledger_account_id: source, destination_ledger_account_id: destination } = row
  const isTakenBack = /taking_back$/.test(String(row.kind))
  return own.includes(source as bigint) && !own.includes(destination as bigint) && !isTakenBack
}

export function isRightPin(userId: string, pin: string): boolean {
  return mainAccounts.find((each) => each.userId === userId)?.pin === pin
}

/** The bank's own ledger accounts, as migrations make them. */
export const modelInternalAccounts = Object.fromEntries(
  currencies.map((currency, index) => [
    currency,
    { settlement: BigInt(index + 1), inTransit: BigInt(index + 4), disputes: BigInt(index + 7) },
  ]),
) as InternalAccounts

/** The in-transit accounts of a stripe: 0, 1 or 2. */
export function modelStripe(stripe: number): readonly { id: bigint; currency: Currency }[] {
  return currencies.map((currency) => ({
    id: modelInternalAccounts[currency].inTransit + BigInt(1_000 * stripe),
    currency,
  }))
}

export const modelStripes = 3

/** The in-transit account of stripe 0 for that of any stripe; other ledger accounts as they are. */
export function unstriped(id: bigint): bigint {
  return id >= 1_000n ? id % 1_000n : id
}

/** The tables of a new bank. */
export function newTables(): Tables {
  return copyTables(fresh)
}

/** A readable UUID. `kind` is one hexadecimal digit. */
export function modelId(kind: string, number: number): string {
  return `00000000-0000-4000-800${kind}-${number.toString(16).padStart(12, '0')}`
}

/** What the row of a ledger account has before anything is booked. */
const nothingBooked = {
  is_closed: false,
  balance_minor: 0n,
  held_minor: null,
  entry_seq: 0n,
  version: 0n,
  last_booked_at: null,
}

const fresh = makeTables()

function makeTables(): Tables {
  const tables = emptyTables()
  const add = (table: TableName, row: Row) => tables[table].set(keyOf(table, row), row)
  const addInternal = (id: bigint, currency: Currency) =>
    add('ledger_accounts', { id, currency, floor_minor: null, ...nothingBooked })
  for (const currency of currencies) {
    const { settlement, disputes } = modelInternalAccounts[currency]
    for (const id of [settlement, disputes]) addInternal(id, currency)
  }
  for (let stripe = 0; stripe < modelStripes; stripe++) {
    for (const { id, currency } of modelStripe(stripe)) addInternal(id, currency)
  }
  for (const { id, openingId, accountId, currency } of modelPots) {
    add('ledger_accounts', { id, currency, floor_minor: 0n, ...nothingBooked })
    add('pots', { id, opening_id: openingId, account_id: accountId, rounded_seq: 0n })
  }
  for (const { userId, accountId, currency, isActive, pin } of modelCustomers) {
    const salt = Buffer.alloc(16, userId)
    add('ledger_accounts', { id: accountId, currency, floor_minor: 0n, ...nothingBooked })
    const isMain = !furtherAccounts.some((account) => account.accountId === accountId)
    add('accounts', {
      id: accountId,
      user_id: userId,
      is_active: isActive,
      is_main: isMain,
      is_frozen: false,
    })
    const hash = hashPin(modelPinKey.current, salt, pin)
    if (isMain && userId === guardedUser) {
      const none = { payment_limit: null, month_limit: null, next_from_ms: null }
      const sent = { day: '1970-01-01', day_sent: 0n, month: '1970-01', month_sent: 0n }
      const limits = { day_limit: dayLimitMinor, recovery_until_ms: null, recovery_sent: 0n, ...none }
      add('guards', { user_id: userId, currency: 'USD', ...limits, ...sent })
    }
    const missed = { missed_count: 0n, missed_since: null }
    add('pins', {
      user_id: userId,
      salt,
      hash,
      wrong_count: 0n,
      locked_until: null,
      last_attempt: null,
      ...missed,
    })
  }
  return tables
}
