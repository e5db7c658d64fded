import type { QueryInputOf } from '@bank/contract/endpoint'
import { endpoints } from '@bank/contract/endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { download, requestAddress } from '../api/call.ts'
import { queryOf } from '../api/query-of.ts'
import { saveFile } from '../api/save-file.ts'

/** The lines on one page, and the most lines that are printed at once. */
export const linesShown = 50
export const linesPrinted = 1_000

/** Which statement: of an account, for a period. */
export type StatementChoice = QueryInputOf<typeof endpoints.downloadStatementPdf>

/** A statement, with up to `limit` of its lines from a cursor on. */
export function statementQuery(choice: StatementChoice, cursor: string | undefined, limit: number) {
  return queryOptions({
    ...queryOf(['statement'], endpoints.readStatement, { query: { ...choice, cursor, limit } }),
    placeholderData: keepPreviousData,
    // The bank proves a statement each time it is read.
    staleTime: 0,
  })
}

/** The file formats of a statement. */
export const statementFiles = [
  { name: 'PDF', endpoint: endpoints.downloadStatementPdf },
  { name: 'CSV', endpoint: endpoints.downloadStatementCsv },
  { name: 'OFX', endpoint: endpoints.downloadStatementOfx },
] as const
export type StatementFile = (typeof statementFiles)[number]

/** The address of a statement as a file. */
export function fileAddress({ endpoint }: StatementFile, query: StatementChoice): string {
  return requestAddress(endpoint, { query })
}

/**
 * Downloads a statement as a file of about `lines` lines. `onPercent` is called when the first piece arrives, with undefined where
 * the length is not known. Throws like `call`.
 */
export async function downloadStatement(
  { endpoint }: StatementFile,
  query: StatementChoice,
  {
    lines: linesTotal,
    signal,
    onPercent,
  }: {
    lines: number | undefined
    signal: AbortSignal
    onPercent: (percent: number | undefined) => void
  },
): Promise<void> {
  const file = await download(endpoint, { query, signal }, ({ bytes, bytesTotal, lines }) =>
    onPercent(
      bytesTotal ? percentOf(bytes, bytesTotal) : linesTotal ? percentOf(lines, linesTotal) : undefined,
    ),
  )
  saveFile(file)
}

/** At most 100: a file has a few lines besides those of the statement. */
function percentOf(part: number, whole: number): number {
  return Math.min(100, Math.floor((100 * part) / whole))
}
