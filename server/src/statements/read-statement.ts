import { formatMinor } from '@bank/ledger/money'
import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { findStatementRange, prove, readLines } from './statement.ts'

/** The caller's statement over a period, and a page of its lines. A cursor is the number of the entry before the page. */
export const readStatement: Verb<'readStatement'> = async ({ bank, actor, query, now }) => {
  const range = await findStatementRange(bank, actor, query, now)
  const { after: first, last, period } = range
  const after = query.cursor === undefined ? first : BigInt(query.cursor)
  if (after < first || after > last) throw new Refusal('malformed')
  const [statement, lines] = await Promise.all([
    prove(bank, range),
    readLines(bank, range, { after, limit: query.limit }),
  ])
  const reached = after + BigInt(lines.length)
  const back = after - BigInt(query.limit)
  return {
    holder: statement.holder,
    accountNumber: statement.accountNumber,
    accountType: statement.accountType,
    currency: statement.currency,
    ...period,
    asOf: statement.asOf,
    timeZone: statement.timeZone,
    opening: formatMinor(statement.openingMinor),
    moneyIn: formatMinor(statement.inMinor),
    moneyOut: formatMinor(statement.outMinor),
    closing: formatMinor(statement.closingMinor),
    inTransit: formatMinor(statement.inTransitMinor),
    expectedIn: formatMinor(statement.expectedInMinor),
    lines,
    firstRow: Number(after - first) + 1,
    total: Number(last - first),
    nextCursor: reached < last ? String(reached) : null,
    previousCursor: after > first ? String(back > first ? back : first) : null,
  }
}
