import type { Readable } from 'node:stream'
import type { endpoints } from '@bank/contract/endpoints'
import { accountTypes, labelOf } from '@bank/contract/option-lists'
import { descriptionParts } from '@bank/contract/transactions/description-parts'
import { namedDescription } from '@bank/contract/transactions/named-description'
import { findAccountsOfUser } from '../accounts/account.ts'
import type { Bank } from '../bank.ts'
import type { Call } from '../call.ts'
import { drawInThread } from '../pdf/drawing-thread.ts'
import { letterheadOf } from '../pdf/letterhead.ts'
import { addressLines } from '../pdf/postal-address.ts'
import { Refusal } from '../refusal.ts'
import { readUser } from '../users/user.ts'
import { eachThousandEntries, type Holder, lineOf, type Statement } from './statement.ts'
import type { StatementEntry } from './statement-entries.ts'
import { exportStatement, type FileRequest } from './statement-file.ts'
import { requestForStaff } from './statement-for-staff.ts'
import type { PaperLine, PaperStatement } from './statement-paper.ts'

/** About 400 pages. A longer statement is available as CSV. */
const linesMax = 10_000n

/**
 * The caller's statement as a PDF, drawn in a worker thread, one at a time in this process. It is complete before the answer
 * begins, so that a slow client does not keep others waiting for the thread. Throws `statement_too_long`, `busy` when too many
 * wait, and `signed_out` when the session has ended meanwhile.
 */
export function downloadPdf(call: Call<typeof endpoints.downloadStatementPdf>): Promise<Readable> {
  return exportPdf({ ...call, holder: call.actor })
}

/** The statement of a customer for staff, with an audit event. */
export async function downloadPdfOfUser(
  call: Call<typeof endpoints.downloadStatementPdfOfUser>,
): Promise<Readable> {
  return exportPdf(await requestForStaff(call, 'pdf'))
}

type PdfRequest = FileRequest & { readonly holder: Holder }

function exportPdf(request: PdfRequest): Promise<Readable> {
  const { bank, answer, signalOf } = request
  return exportStatement(request, 'pdf', async (statement, isSignedIn) => {
    if (statement.last - statement.after > linesMax) throw new Refusal('statement_too_long')
    const bytes = await bank.drawings('statement', () => draw(request, statement), signalOf())
    if (!(await isSignedIn())) throw new Refusal('signed_out')
    answer.header('content-length', String(bytes.length))
    return [bytes]
  })
}

async function draw({ bank, holder, now, signalOf }: PdfRequest, statement: Statement): Promise<Uint8Array> {
  const [user, accounts] = await Promise.all([
    readUser(bank.db, holder.userId),
    findAccountsOfUser(bank.db, holder.userId),
  ])
  const named = accounts.map(({ number, name, type }) => ({
    number,
    name: name ?? labelOf(accountTypes, type),
  }))
  const paper: PaperStatement = {
    letterhead: letterheadOf(bank, now),
    address: addressLines(user),
    statement,
  }
  const file = new URL('./draw-statement.ts', import.meta.url)
  return drawInThread({
    file,
    content: paper,
    batches: paperLines(bank, statement, named),
    signal: signalOf(),
  })
}

type NamedAccounts = Parameters<typeof namedDescription>[1]

async function* paperLines(
  bank: Bank,
  statement: Statement,
  accounts: NamedAccounts,
): AsyncGenerator<readonly PaperLine[]> {
  for await (const entries of eachThousandEntries(bank, statement))
    yield entries.map((entry) => paperLineOf(entry, accounts))
}

function paperLineOf(entry: StatementEntry, accounts: NamedAccounts): PaperLine {
  const own = lineOf(entry)
  // The fonts have no marks of writing direction.
  const line = { ...own, description: namedDescription(own, accounts).replace(/[\u2068\u2069]/g, '') }
  const { change, act, title, rest } = descriptionParts(line)
  return { ...line, headline: `${change}${act}${title}`, particulars: rest }
}
