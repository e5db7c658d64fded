import type { Readable } from 'node:stream'
import type { Period, PeriodQuery } from '@bank/contract/statements/period'
import type { Bank } from '../bank.ts'
import type { Actor } from '../call.ts'
import { accountFileName } from './file-name.ts'
import { exportFile, type FileCall, type Pieces } from './one-export.ts'
import { type Holder, openStatement, type Statement } from './statement.ts'

export type FileRequest = FileCall & {
  readonly bank: Bank
  readonly actor: Actor
  readonly query: PeriodQuery
  readonly now: Date
  /** A customer whose statement staff download; the caller unless given. */
  readonly holder?: Holder
  /** Records what is downloaded. */
  readonly record?: (period: Period) => Promise<void>
}

/** The statement of the caller, or of the holder, as a file. Throws like `exportFile` and `openStatement`. */
export function exportStatement(
  request: FileRequest,
  ending: 'csv' | 'pdf' | 'ofx',
  piecesOf: (statement: Statement, isSignedIn: () => Promise<boolean>) => Promise<Pieces> | Pieces,
): Promise<Readable> {
  return exportFile(request, async (isSignedIn) => {
    const { bank, actor, query, now, holder = actor, record } = request
    const statement = await openStatement(bank, holder, query, now)
    const { from, to } = statement.period
    await record?.(statement.period)
    const name = `statement-${from}-to-${to}.${ending}`
    return {
      name: accountFileName(bank.config.bankName, holder.account.number, name),
      pieces: await piecesOf(statement, isSignedIn),
    }
  })
}
