import type { Readable } from 'node:stream'
import type { endpoints } from '@bank/contract/endpoints'
import { descriptionParts } from '@bank/contract/transactions/description-parts'
import type { Bank } from '../bank.ts'
import type { Call } from '../call.ts'
import { drawInThread } from '../pdf/drawing-thread.ts'
import { letterheadOf } from '../pdf/letterhead.ts'
import { addressLines } from '../pdf/postal-address.ts'
import { Refusal } from '../refusal.ts'
import { readUser } from '../users/user.ts'
import { eachThousandEntries, lineOf, type Statement } from './statement.ts'
import type { StatementEntry } from './statement-entries.ts'
import { exportStatement } from './statement-file.ts'
import type { PaperLine, PaperStatement } from './statement-paper.ts'

/** About 400 pages. A longer statement is available as CSV. */
const linesMax = 10_000n

/**
 * The caller's statement as a PDF, drawn in a worker thread, one at a time in this process. It is complete before the answer
 * begins, so that a slow client does not keep others waiting for the thread. Throws `statement_too_long`, `busy` when too many
 * wait, and `signed_out` when the session has ended meanwhile.
 */
export function downloadPdf(call: Call<typeof endpoints.downloadStatementPdf>): Promise<Readable> {
  const { bank, answer, signal } = call
  return exportStatement(call, 'pdf', async (statement, isSignedIn) => {
    if (statement.last - statement.after > linesMax) throw new Refusal('statement_too_long')
    const bytes = await bank.drawings('statement', () => draw(call, statement), signal)
    if (!(await isSignedIn())) throw new Refusal('signed_out')
    answer.header('content-length', String(bytes.length))
    return [bytes]
  })
}

async function draw(
  { bank, actor, now, signal }: Call<typeof endpoints.downloadStatementPdf>,
  statement: Statement,
): Promise<Uint8Array> {
  const user = await readUser(bank.db, actor.userId)
  const paper: PaperStatement = {
    letterhead: letterheadOf(bank, now),
    address: addressLines(user),
    statement,
  }
  const file = new URL('./draw-statement.ts', import.meta.url)
  return drawInThread({ file, content: paper, batches: paperLines(bank, statement), signal })
}

async function* paperLines(bank: Bank, statement: Statement): AsyncGenerator<readonly PaperLine[]> {
  for await (const entries of eachThousandEntries(bank, statement)) yield entries.map(paperLineOf)
}

function paperLineOf(entry: StatementEntry): PaperLine {
  const line = lineOf(entry)
  const { change, act, title, rest } = descriptionParts(line)
  return { ...line, headline: `${change}${act}${title}`, particulars: rest }
}
