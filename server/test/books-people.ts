import { createSecretKey, randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Currency } from '@bank/ledger/currency'
import type { Beneficiary, Movement } from '@bank/ledger/transaction'
import type { Status } from '@bank/ledger/transaction-status'
import type { Books } from '../src/books/books.ts'
import { type Instruction, type Opening, openingOf } from '../src/books/instruction.ts'
import { hashPin } from '../src/books/pin.ts'
import type { RotatingKey } from '../src/keys/derive-keys.ts'
import type { Connection } from '../src/postgres/database.ts'

/** A customer of the tests: the user, the ledger account, its first state, and the PIN. */
export type Customer = {
  readonly userId: string
  readonly accountId: bigint
  readonly currency: Currency
  readonly isActive: boolean
  readonly pin: string
}

export type ChangeInstruction = Extract<Instruction, { type: 'change_status' }>

/** The key of the PINs of these tests. */
export const pinKey: RotatingKey = {
  id: '000000000001',
  current: createSecretKey(Buffer.alloc(32, 'the key of the tests')),
  previous: undefined,
}

/** The administrator who funds and changes statuses. The books do not read her row. */
export const clara = '00000000-0000-4000-8000-00000000c1a2'

/** Opens an account with a balance of zero, active by default. */
export async function openCustomer(
  db: Connection,
  {
    currency = 'USD',
    isActive = true,
    pin = '1234',
  }: { currency?: Currency; isActive?: boolean; pin?: string } = {},
): Promise<Customer> {
  const userId = randomUUID()
  const salt = randomBytes(16)
  const { rows } = await db.query<{ id: bigint }>(
    `with new_user as (
       insert into users (id, email, name, password_hash, password_set_at, phone, dob, gender, employment_status,
                          country, street, city, state, zip, created_at)
       values ($1::uuid, $1::uuid || '@example.com', 'Alice', 'none', now(), '5550100100', '1990-01-01', 'female', 'employed',
               'United States', '1 Main Street', 'Boston', 'Massachusetts', '02101', now())
     ), new_ledger_account as (
       insert into ledger_accounts (kind, currency, floor_minor) values ('customer', $2, 0) returning id
     ), new_pin as (
       insert into pins (user_id, salt, hash) values ($1::uuid, $3, $4)
     )
     insert into accounts (id, user_id, number, type, currency, is_active, opened_at)
     select id, $1::uuid, $5, 'checking', $2, $6, now() from new_ledger_account
     returning id`,
    [
      userId,
      currency,
      salt,
      hashPin(pinKey.current, salt, pin),
      String(randomInt(1_000_000_000, 9_999_999_999)),
      isActive,
    ],
  )
  return { userId, accountId: rows[0]!.id, currency, isActive, pin }
}

/** Opens an active account and funds it through the books, in minor units. */
export async function openFundedCustomer(
  db: Connection,
  books: Books,
  amountMinor: bigint,
  currency: Currency = 'USD',
): Promise<Customer> {
  const customer = await openCustomer(db, { currency })
  await books.submit(funding(books, customer, amountMinor))
  return customer
}

export const harbour: Beneficiary = {
  accountName: 'Dana "D." Reed\\Ünal',
  accountNumber: '1234567890',
  bankName: 'First Harbour Bank',
  bankAddress: '1 Quay Street, {Boston}',
  swiftCode: 'FHBKUS33',
  routingNumber: '011000015',
}

type Details = {
  id?: string | undefined
  pin?: string
  limitMinor?: bigint
  beneficiary?: Beneficiary
  reference?: string | null
  undoMilliseconds?: number | undefined
}

/** A transfer to another bank, with the sender's right PIN by default. */
export function transferOut(
  books: Pick<Books, 'internalAccounts'>,
  from: Customer,
  amountMinor: bigint,
  { beneficiary = harbour, ...details }: Details = {},
): Opening {
  return byPin(books, from, { kind: 'transfer', beneficiary, ...sentBy(from, amountMinor, details) }, details)
}

/** A transfer inside the bank, which arrives at once, or after an undo time. */
export function transferInside(
  books: Pick<Books, 'internalAccounts'>,
  from: Customer,
  to: Customer,
  amountMinor: bigint,
  { beneficiary = harbour, ...details }: Details = {},
): Opening {
  const kind = from.userId === to.userId ? 'own_transfer' : 'transfer_inside'
  const sent = sentBy(from, amountMinor, details)
  return byPin(books, from, { kind, to: to.accountId, creditDetail: 'Alice', beneficiary, ...sent }, details)
}

/** Money between two accounts of one customer. */
export function moveOwn(
  books: Pick<Books, 'internalAccounts'>,
  from: Customer,
  to: Customer,
  amountMinor: bigint,
  id?: string,
): Opening {
  const details = { debitDetail: '1000000002', creditDetail: '1000000001' }
  const sent = sentBy(from, amountMinor, { id })
  const authority = { by: 'own', userId: from.userId } as const
  const movement = { kind: 'own_transfer', to: to.accountId, ...details, ...sent } as const
  return openingOf(books, movement, { limitMinor: 25_000_000n, authority })
}

/** A funding by clara. */
export function funding(
  books: Pick<Books, 'internalAccounts'>,
  { accountId: to, currency }: Customer,
  amountMinor: bigint,
  id: string = randomUUID(),
): Opening {
  const movement = { kind: 'funding', id, to, currency, amountMinor, madeBy: clara } as const
  return openingOf(books, movement, { limitMinor: 100_000_000n, authority: { by: 'bank' } })
}

/** A provisional credit by clara. */
export function creditDisputed(
  books: Pick<Books, 'internalAccounts'>,
  { accountId: to, currency }: Customer,
  amountMinor: bigint,
  id: string = randomUUID(),
): Opening {
  const movement = { kind: 'provisional_credit', id, to, currency, amountMinor, madeBy: clara } as const
  return openingOf(books, movement, { limitMinor: 100_000_000n, authority: { by: 'bank' } })
}

/** The taking back of a provisional credit by clara, from a customer as far as the balance covers it. */
export function takeCreditBack(
  books: Pick<Books, 'internalAccounts'>,
  { facts }: Opening,
  { accountId: from, currency }: Customer,
  id: string = randomUUID(),
): Opening {
  const { amountMinor, id: creditDetail } = facts
  const movement = {
    kind: 'credit_taking_back',
    id,
    from,
    currency,
    amountMinor,
    creditDetail,
    madeBy: clara,
  } as const
  return openingOf(books, movement, { limitMinor: 100_000_000n, authority: { by: 'bank' } })
}

function sentBy(
  { userId: madeBy, accountId: from, currency }: Customer,
  amountMinor: bigint,
  details: Details,
) {
  const { id = randomUUID(), reference = null } = details
  return { id, from, currency, amountMinor, madeBy, reference }
}

function byPin(
  books: Pick<Books, 'internalAccounts'>,
  { userId, pin: rightPin }: Customer,
  movement: Movement,
  { pin = rightPin, limitMinor = 25_000_000n, undoMilliseconds }: Details,
): Opening {
  return openingOf(books, movement, { limitMinor, undoMilliseconds, authority: { by: 'pin', userId, pin } })
}

/** A status change by clara, of the transaction that an instruction opened. */
export function changeStatus(
  { facts: { id, route } }: Opening,
  status: Status,
  changeId: string = randomUUID(),
): ChangeInstruction {
  return { type: 'change_status', changeId, transactionId: id, route, status, madeBy: clara }
}

/** The balance of a ledger account, in minor units. */
export async function balanceOf(db: Connection, ledgerAccountId: bigint): Promise<bigint> {
  const { rows } = await db.query<{ balance_minor: bigint }>(
    'select balance_minor from ledger_accounts where id = $1',
    [ledgerAccountId],
  )
  return rows[0]!.balance_minor
}

/** The number of rows of the books, by table. */
export async function rowCounts(db: Connection): Promise<Record<string, bigint>> {
  const { rows } = await db.query<Record<string, bigint>>(
    `select (select count(*) from transactions) as transactions, (select count(*) from postings) as postings,
            (select count(*) from entries) as entries, (select count(*) from batches) as batches,
            (select sum(version) from ledger_accounts)::bigint as versions`,
  )
  return rows[0]!
}
