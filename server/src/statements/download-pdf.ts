import type { Readable } from 'node:stream'
import type { endpoints } from '@bank/contract/endpoints'
import { descriptionParts } from '@bank/contract/transactions/description-parts'
import type { Call } from '../call.ts'
import { drawInThread } from '../pdf/drawing-thread.ts'
import { letterheadOf } from '../pdf/letterhead.ts'
import { addressLines } from '../pdf/postal-address.ts'
import { Refusal } from '../refusal.ts'
import { readUser } from '../users/user.ts'
import { eachThousandEntries, lineOf } from './statement.ts'
import type { StatementEntry } from './statement-entries.ts'
import { exportStatement } from './statement-file.ts'
import type { PaperLine, PaperStatement } from './statement-paper.ts'

/** About 400 pages. A longer statement is available as CSV. */
const linesMax = 10_000n

/** The caller's statement as a PDF, drawn in a worker thread, one at a time in this process. */
export function downloadPdf(call: Call<typeof endpoints.downloadStatementPdf>): Promise<Readable> {
  const { bank, actor, now } = call
  return exportStatement(call, 'pdf', async (statement) => {
    if (statement.last - statement.after > linesMax) throw new Refusal('statement_too_long')
    return bank.oneAtATime('draw a statement', async () => {
      const user = await readUser(bank.db, actor.userId)
      const lines: PaperLine[] = []
      for await (const entries of eachThousandEntries(bank, statement))
        lines.push(...entries.map(paperLineOf))
      const paper: PaperStatement = {
        letterhead: letterheadOf(bank, now),
        address: addressLines(user),
        statement,
        lines,
      }
      return [await drawInThread(new URL('./draw-statement.ts', import.meta.url), paper)]
    })
  })
}

function paperLineOf(entry: StatementEntry): PaperLine {
  const line = lineOf(entry)
  const { change, act, title, rest } = descriptionParts(line)
  return { ...line, headline: `${change}${act}${title}`, particulars: rest }
}
