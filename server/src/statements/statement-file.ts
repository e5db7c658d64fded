import type { Readable } from 'node:stream'
import type { PeriodQuery } from '@bank/contract/statements/period'
import type { Bank } from '../bank.ts'
import type { Actor, AnswerHeaders } from '../call.ts'
import { exportFile, type Pieces } from './one-export.ts'
import { openStatement, type Statement } from './statement.ts'

type FileRequest = {
  readonly bank: Bank
  readonly actor: Actor
  readonly query: PeriodQuery
  readonly now: Date
  readonly answer: AnswerHeaders
}

/** The caller's statement as a file. Throws `export_under_way` during another download of the same user. */
export function exportStatement(
  request: FileRequest,
  ending: 'csv' | 'pdf' | 'ofx',
  piecesOf: (statement: Statement) => Promise<Pieces> | Pieces,
): Promise<Readable> {
  return exportFile(request, async () => {
    const { bank, actor, query, now } = request
    const statement = await openStatement(bank, actor, query, now)
    const { from, to } = statement.period
    return { name: `statement-${from}-to-${to}.${ending}`, pieces: await piecesOf(statement) }
  })
}
