import type { Readable } from 'node:stream'
import type { PeriodQuery } from '@bank/contract/statement-period'
import type { Bank } from '../bank.ts'
import type { Actor, Answer } from '../call.ts'
import { exportOne, type Pieces } from './export-under-way.ts'
import { openStatement, type Statement } from './statement.ts'

type Asked = {
  readonly bank: Bank
  readonly actor: Actor
  readonly query: PeriodQuery
  readonly now: Date
  readonly answer: Answer
}

/**
 * One's own statement as a file to keep. One at a time for each person: throws `export_under_way` while another is on
 * its way to them.
 */
export function exportStatement(
  { bank, actor, query, now, answer }: Asked,
  ending: 'csv' | 'pdf' | 'ofx',
  piecesOf: (statement: Statement) => Promise<Pieces> | Pieces,
): Promise<Readable> {
  return exportOne(bank, actor.userId, async () => {
    const statement = await openStatement(bank, actor, query, now)
    const pieces = await piecesOf(statement)
    const { from, to } = statement.period
    answer.header('content-disposition', `attachment; filename="statement-${from}-to-${to}.${ending}"`)
    return pieces
  })
}
