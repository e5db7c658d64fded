import type { endpoints } from '@bank/contract/endpoints'
import type { StatementView } from '@bank/contract/statement-view'
import { formatMinor } from '@bank/ledger/money'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { sumInTransit } from '../transactions/transaction.ts'
import { openStatement, readLines } from './statement.ts'

/** One's own statement over a period, and a page of its lines. A cursor is the number of the entry before the page. */
export async function readStatement({
  bank,
  actor,
  query,
  now,
}: Call<typeof endpoints.readStatement>): Promise<StatementView> {
  const [statement, inTransitMinor] = await Promise.all([
    openStatement(bank, actor, query, now),
    sumInTransit(bank.db, actor.account.id),
  ])
  const { after: first, last, period } = statement
  const after = query.cursor === undefined ? first : BigInt(query.cursor)
  if (after < first || after > last) throw new Refusal('malformed')
  const lines = await readLines(bank, statement, { after, limit: query.limit })
  const reached = after + BigInt(lines.length)
  const back = after - BigInt(query.limit)
  return {
    holder: statement.holder,
    accountNumber: statement.accountNumber,
    accountType: statement.accountType,
    currency: statement.currency,
    ...period,
    timeZone: statement.timeZone,
    opening: formatMinor(statement.openingMinor),
    moneyIn: formatMinor(statement.inMinor),
    moneyOut: formatMinor(statement.outMinor),
    closing: formatMinor(statement.closingMinor),
    inTransit: formatMinor(inTransitMinor),
    lines,
    firstRow: Number(after - first) + 1,
    total: Number(last - first),
    nextCursor: reached < last ? String(reached) : null,
    previousCursor: after > first ? String(back > first ? back : first) : null,
  }
}
