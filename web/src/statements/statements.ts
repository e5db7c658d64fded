import { endpoints } from '@bank/contract/endpoints'
import type { PeriodQuery } from '@bank/contract/statements/period'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, download } from '../api/call.ts'
import { saveFile } from '../api/save-file.ts'

/** The lines on one page, and the most lines that are printed at once. */
export const linesShown = 50
export const linesPrinted = 1_000

/** The user's statement of a period, with up to `limit` of its lines from a cursor on. */
export function statementQuery(period: PeriodQuery, cursor: string | undefined, limit: number) {
  return queryOptions({
    queryKey: ['statement', period, cursor, limit],
    queryFn: ({ signal }) => call(endpoints.readStatement, { query: { ...period, cursor, limit }, signal }),
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

/** Downloads a statement as a file. Throws like `call`. */
export async function downloadStatement(
  { endpoint }: StatementFile,
  period: PeriodQuery,
  signal: AbortSignal,
): Promise<void> {
  saveFile(await download(endpoint, { query: period, signal }))
}
