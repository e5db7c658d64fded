import { type OwnBank, ownNumberOf } from '@bank/contract/beneficiaries/account-key'
import { comparable } from '@bank/contract/comparable'
import type { ChangeStatus } from '@bank/ledger/command'
import type { Currency } from '@bank/ledger/currency'
import { kinds, kindsThat } from '@bank/ledger/kinds'
import { type NewBeneficiaryGuard, newBeneficiaryMilliseconds } from '@bank/ledger/new-beneficiaries'
import type { Beneficiary, Movement, Transaction } from '@bank/ledger/transaction'
import type { Bank } from '../bank.ts'
import type { Connection } from '../postgres/database.ts'
import { Refusal } from '../refusal.ts'

// A page takes some 50 ms, and is committed on its own: a request that ends has read a part for the next one.
const pageLength = 10_000
// Well below the 10 seconds after which a browser sends a transfer again, which then goes on reading.
const readMillisecondsMax = 3_000

/**
 * The bank's limit for new beneficiaries as it holds for a movement of a limited kind; undefined where there is none. Before the first
 * payment to a beneficiary since the limit was set, the customer's earlier transactions are read: whom they paid without the limit is
 * not new.
 * Throws the refusal `busy` when that takes longer than `readMilliseconds`: the next request goes on where this one has stopped.
 */
export async function newBeneficiaryGuardOf(
  { db, config, oneAtATime }: Pick<Bank, 'db' | 'config' | 'oneAtATime'>,
  { madeBy: userId, currency, beneficiary: payee, debitDetail }: Movement,
  readMilliseconds = readMillisecondsMax,
): Promise<NewBeneficiaryGuard | undefined> {
  const { newBeneficiaryLimitMinor: limitMinor } = config
  if (limitMinor === null) return undefined
  const beneficiary = beneficiaryKeyOf({ ...payee, description: debitDetail ?? '' }, config)
  if (!(await isPaid(db, userId, currency, beneficiary))) {
    // A long history takes seconds: many requests of one customer read it once.
    await oneAtATime(`earlier payments of ${userId}`, () =>
      readEarlierPayments(db, { userId, currency, readMilliseconds, bank: config }),
    )
  }
  return { beneficiary, limitMinor }
}

/**
 * The sender of a transaction, as a change of its status gives back to the limits or counts again; undefined where its kind is not limited.
 * `ownNumber` is the number of the account inside the bank that it went to.
 */
export function limitedSenderOf(
  { kind, madeBy: userId, beneficiary: payee, debitDetail: description }: Transaction,
  ownNumber: string | null,
  bank: OwnBank,
): ChangeStatus['sender'] {
  if (!kinds[kind].isLimited) return undefined
  return { userId, beneficiary: beneficiaryKeyOf({ ...payee, ownNumber, description }, bank) }
}

/** What was sent in each currency to those whom the customer first paid less than 24 hours ago. */
export async function findSentToNew(
  db: Connection,
  userId: string,
  now: Date,
): Promise<ReadonlyMap<Currency, bigint>> {
  const { rows } = await db.query<{ currency: Currency; sent: bigint }>({
    name: 'find-sent-to-new',
    text: `
      select currency, sum(sent)::bigint as sent
        from paid_beneficiaries
       where user_id = $1 and first_paid_at > $2
       group by currency`,
    values: [userId, new Date(now.getTime() - newBeneficiaryMilliseconds)],
  })
  return new Map(rows.map(({ currency, sent }) => [currency, sent]))
}

/** Where a transfer goes: its beneficiary, or without one its description. */
type Payee = {
  readonly description: string | null
  /** Of a transfer that was booked inside the bank, the number of the account. */
  readonly ownNumber?: string | null
} & {
  readonly [Field in 'accountNumber' | 'bankName' | 'swiftCode' | 'routingNumber']?: Beneficiary[Field] | null
}

/**
 * One text for one destination, however it is spelled: an account of this bank, or an account and all that a payment to another bank
 * is routed by. A transfer without a beneficiary names its payee in the description.
 */
function beneficiaryKeyOf(
  { accountNumber, ownNumber, bankName, swiftCode, routingNumber, description }: Payee,
  bank: OwnBank,
): string {
  if (accountNumber === undefined || accountNumber === null) return comparable(description!)
  const fields = { account_number: accountNumber, bank_name: bankName! }
  const number = ownNumber ?? ownNumberOf(fields, bank)
  // Without the bank's name and code: the account stays known when they change.
  if (number) return `${number} inside`
  return [accountNumber, bankName!, swiftCode!, routingNumber!].map(comparable).join(' ')
}

async function isPaid(
  db: Connection,
  userId: string,
  currency: Currency,
  beneficiary: string,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'has-paid-beneficiary',
    text: 'select from paid_beneficiaries where user_id = $1 and currency = $2 and beneficiary = $3',
    values: [userId, currency, beneficiary],
  })
  return rowCount === 1
}

/**
 * Adds the beneficiaries of transactions that were made without the limit. Those made under it have a row already, which their own
 * commit wrote. The transactions of an account have no earlier time than those before, so each is read once, and without a lock.
 */
async function readEarlierPayments(
  db: Connection,
  {
    userId,
    currency,
    readMilliseconds,
    bank,
  }: { userId: string; currency: Currency; readMilliseconds: number; bank: OwnBank },
): Promise<void> {
  const stopAt = performance.now() + readMilliseconds
  const { rows } = await db.query<{ id: bigint; read_until: Date | null }>({
    name: 'find-earlier-payments-read',
    text: `
      select a.id, r.read_until
        from accounts a
        left join paid_beneficiaries_read r on r.account_id = a.id
       where a.user_id = $1 and a.currency = $2`,
    values: [userId, currency],
  })
  const stored = new Set<string>()
  for (const { id, read_until } of rows) {
    let last = { createdAt: read_until ?? new Date(0), id: nilId }
    for (let isMore = true; isMore; ) {
      const page = await readPage(db, id, last)
      if (page.last === null) break
      const found = page.payees
        .map((payee) => beneficiaryKeyOf(payee, bank))
        .filter((each) => !stored.has(each))
      const fresh = [...new Set(found)]
      await storePage(db, { userId, currency, accountId: id }, fresh, page.last)
      for (const beneficiary of fresh) stored.add(beneficiary)
      isMore = page.isFull
      if (isMore && performance.now() >= stopAt) throw new Refusal('busy')
      last = page.last
    }
  }
}

// Before every id: the transactions of the last moment that was read are read again, because another may have been added.
const nilId = '00000000-0000-0000-0000-000000000000'

type Place = { readonly createdAt: Date; readonly id: string }

/** The payees of the next transactions of an account to others. */
async function readPage(
  db: Connection,
  accountId: bigint,
  after: Place,
): Promise<{ payees: Payee[]; last: Place | null; isFull: boolean }> {
  const { rows } = await db.query<Place & Payee & { count: number }>({
    name: 'read-earlier-payments',
    text: `
      with page as materialized (
        select created_at, id, beneficiary_account_number, beneficiary_bank_name, beneficiary_swift_code,
               beneficiary_routing_number, debit_detail, kind, credit_account_id
          from transactions
         where debit_account_id = $1 and (created_at, id) > ($2, $3)
         order by created_at, id
         limit ${pageLength}
      ), payees as (
        select distinct beneficiary_account_number as "accountNumber", beneficiary_bank_name as "bankName",
               (select number from accounts where id = credit_account_id) as "ownNumber",
               beneficiary_swift_code as "swiftCode", beneficiary_routing_number as "routingNumber",
               case when beneficiary_account_number is null then debit_detail end as description
          from page
         where kind = any($4::text[])
      )
      select last.created_at as "createdAt", last.id, (select count(*)::integer from page) as count, p.*
        from (select created_at, id from page order by created_at desc, id desc limit 1) last
        left join payees p on true`,
    values: [accountId, after.createdAt, after.id, kindsThat('isLimited')],
  })
  return {
    // A page without a payee has one row, of nulls.
    payees: rows.filter(({ accountNumber, description }) => (accountNumber ?? description) !== null),
    last: rows[0] ?? null,
    isFull: rows[0]?.count === pageLength,
  }
}

/** Adds beneficiaries that are not new, and notes how far the transactions of the account have been read. */
async function storePage(
  db: Connection,
  { userId, currency, accountId }: { userId: string; currency: Currency; accountId: bigint },
  beneficiaries: readonly string[],
  last: Place,
): Promise<void> {
  await db.query({
    name: 'store-earlier-payments',
    text: `
      with known as (
        insert into paid_beneficiaries (user_id, currency, beneficiary, first_paid_at, sent)
        select $1, $2, unnest($3::text[]), null, 0
        on conflict do nothing
      )
      insert into paid_beneficiaries_read as r (account_id, read_until)
      values ($4, $5)
      on conflict (account_id) do update set read_until = greatest(r.read_until, excluded.read_until)`,
    // Sorted, so that two requests cannot wait for each other's rows.
    values: [userId, currency, beneficiaries.toSorted(), accountId, last.createdAt],
  })
}
