import { dayOf, nextDay, startOfDay } from '@bank/contract/bank-day'
import { ibanOf } from '@bank/contract/iban'
import { type Period, type PeriodQuery, periodOf } from '@bank/contract/statements/period'
import { changeInWords, descriptionOf } from '@bank/contract/transactions/description-texts'
import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import { findAccount } from '../accounts/account.ts'
import type { Bank } from '../bank.ts'
import type { Connection } from '../postgres/database.ts'
import { Refusal } from '../refusal.ts'
import { changeOf, isReturn, partiesOf } from '../transactions/description.ts'
import { findLastBefore } from '../transactions/last-before.ts'
import { readEntries, type StatementEntry, sumEntries } from './statement-entries.ts'

/** The account, the days and the entry numbers of a statement, before it is proved. */
type StatementRange = {
  readonly accountId: bigint
  readonly holder: string
  readonly accountNumber: string
  readonly iban: string | null
  readonly accountType: string
  readonly currency: Currency
  /** It ends today when it has begun and is not over. */
  readonly period: Period
  /** Today, while the period is not over: the closing balance is then the balance now. */
  readonly asOf: string | null
  readonly timeZone: string
  readonly madeAt: Date
  /** The entries after `after`, up to and including `last`. */
  readonly after: bigint
  readonly last: bigint
  readonly openingMinor: bigint
  readonly closingMinor: bigint
  /** In transit now, from the snapshot of the closing balance. */
  readonly inTransitMinor: bigint
  /** The pending credits, from the same snapshot. */
  readonly expectedInMinor: bigint
}

/** Whose statement it is, and of which account. The caller is the holder, or staff. */
export type Holder = {
  readonly userId: string
  readonly name: string
  readonly account: { readonly id: bigint; readonly number: string }
}

/** The figures of a statement, in minor units; its lines are read in pages. Every format is made from it. */
export type Statement = StatementRange & { readonly inMinor: bigint; readonly outMinor: bigint }

/**
 * The holder's statement over a period, proved: opening + in - out = closing, no entry missing, each balance following
 * from the one before. Throws `statement_unreconciled` when it does not add up; it is then issued in no format.
 */
export async function openStatement(
  bank: Bank,
  holder: Holder,
  query: PeriodQuery,
  now: Date,
): Promise<Statement> {
  return prove(bank, await findStatementRange(bank, holder, query, now))
}

/** The range of a statement. Entries never change, so its pages may be read and proved in any order. */
export async function findStatementRange(
  { db, config }: Bank,
  holder: Holder,
  query: PeriodQuery,
  now: Date,
): Promise<StatementRange> {
  const { timeZone } = config
  const today = dayOf(now, timeZone)
  // A statement of the whole history includes entries dated before the account: its opening balance is zero.
  const read = periodOf(query, { today, openedOn: beforeAnyEntry })
  const bounds = [startOfDay(read.from, timeZone), startOfDay(nextDay(read.to), timeZone)] as const
  const accountId = holder.account.id
  const [account, [before, within]] = await Promise.all([
    findAccount(db, accountId),
    findLastBefore(db, accountId, bounds),
  ])
  const { number, type, currency, openedAt } = account!
  const { from, to } = periodOf(query, { today, openedOn: dayOf(openedAt, timeZone) })
  const isOver = to < today
  return {
    accountId,
    holder: holder.name,
    accountNumber: number,
    iban: ibanOf({ number, currency }, config.bankCode),
    accountType: type,
    currency,
    period: { from, to: isOver || from > today ? to : today },
    asOf: isOver ? null : today,
    timeZone,
    madeAt: now,
    after: before!.seq,
    last: within!.seq,
    openingMinor: before!.balanceMinor,
    closingMinor: within!.balanceMinor,
    inTransitMinor: within!.inTransitMinor,
    expectedInMinor: within!.expectedInMinor,
  }
}

const beforeAnyEntry = '1970-01-01'

/** Totals the entries. Throws `statement_unreconciled` when they do not lead to the closing balance. */
export async function prove({ db }: Bank, range: StatementRange): Promise<Statement> {
  const { accountId, after, last, openingMinor, closingMinor } = range
  const { count, inMinor, outMinor, broken } = await sumEntries(db, accountId, {
    after,
    last,
    balanceMinor: openingMinor,
  })
  const addsUp = openingMinor + inMinor - outMinor === closingMinor && count === last - after && broken === 0n
  if (!addsUp) throw new Refusal('statement_unreconciled')
  return { ...range, inMinor, outMinor }
}

/** Up to `limit` lines after a number. */
export async function readLines(
  { db }: Bank,
  range: StatementRange,
  part: { after: bigint; limit: number },
): Promise<StatementLine[]> {
  return (await readPart(db, range, part)).map(lineOf)
}

const chunkLength = 1_000

/** Every line, a thousand at a time, so that a long statement is never in memory as a whole. */
export async function* eachThousandEntries(
  { db, filesUnderWay }: Bank,
  statement: Statement,
): AsyncGenerator<readonly StatementEntry[]> {
  const read = (after: bigint) => {
    const chunk = filesUnderWay.inTurn(() => readPart(db, statement, { after, limit: chunkLength }))
    // The caller gets the error with the chunk, unless the file is given up first.
    chunk.catch(() => {})
    return chunk
  }
  let after = statement.after
  if (after === statement.last) return
  let next = read(after)
  while (after < statement.last) {
    const entries = await next
    after += BigInt(entries.length)
    // The database reads the next chunk while the caller formats and sends this one.
    if (after < statement.last) next = read(after)
    yield entries
  }
}

/** Up to `limit` entries after a number. Throws when one is missing or has no transaction. */
async function readPart(
  db: Connection,
  { accountId, last: end }: StatementRange,
  { after, limit }: { after: bigint; limit: number },
): Promise<StatementEntry[]> {
  const expected = end - after < limit ? end - after : BigInt(limit)
  const entries = await readEntries(db, accountId, { after, last: after + expected })
  if (BigInt(entries.length) !== expected) {
    throw new Error(
      `Account ${accountId}: of ${expected} entries after ${after}, ${entries.length} have a transaction`,
    )
  }
  return entries
}

/** An entry as a line of the statement. */
export function lineOf(entry: StatementEntry) {
  const isCredit = entry.amountMinor > 0n
  const side = entry.isPayer ? 'debit' : 'credit'
  const change = changeOf(entry)
  return {
    seq: String(entry.seq),
    transactionId: entry.transactionId,
    kind: entry.told.kind,
    bookedAt: entry.bookedAt,
    type: isCredit ? ('credit' as const) : ('debit' as const),
    amount: formatMinor(isCredit ? entry.amountMinor : -entry.amountMinor),
    // A status change has a prefix.
    description: `${changeInWords(change)}${descriptionOf(side, entry.told)}`,
    ...partiesOf(side, entry.told),
    beneficiary: entry.isPayer ? entry.told.beneficiary : null,
    reference: entry.reference,
    status: entry.status,
    change,
    isReturn: isReturn(change),
    balance: formatMinor(entry.balanceMinor),
  }
}

/** A line of a statement. */
export type StatementLine = ReturnType<typeof lineOf>
