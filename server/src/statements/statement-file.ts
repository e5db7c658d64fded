import type { Readable } from 'node:stream'
import type { PeriodQuery } from '@bank/contract/statements/period'
import type { Bank } from '../bank.ts'
import type { Actor } from '../call.ts'
import { accountFileName } from './file-name.ts'
import { exportFile, type FileCall, type Pieces } from './one-export.ts'
import { openStatement, type Statement } from './statement.ts'

type FileRequest = FileCall & {
  readonly bank: Bank
  readonly actor: Actor
  readonly query: PeriodQuery
  readonly now: Date
}

/** The caller's statement as a file. Throws like `exportFile` and `openStatement`. */
export function exportStatement(
  request: FileRequest,
  ending: 'csv' | 'pdf' | 'ofx',
  piecesOf: (statement: Statement, isSignedIn: () => Promise<boolean>) => Promise<Pieces> | Pieces,
): Promise<Readable> {
  return exportFile(request, async (isSignedIn) => {
    const { bank, actor, query, now } = request
    const statement = await openStatement(bank, actor, query, now)
    const { from, to } = statement.period
    const name = `statement-${from}-to-${to}.${ending}`
    return {
      name: accountFileName(bank.config.bankName, actor.account.number, name),
      pieces: await piecesOf(statement, isSignedIn),
    }
  })
}
