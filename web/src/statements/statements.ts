import { endpoints } from '@bank/contract/endpoints'
import type { PeriodQuery } from '@bank/contract/statements/period'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, download } from '../api/call.ts'
import { keepFile } from '../api/save-file.ts'

/** How many lines are shown at once, and how many can be printed at once. */
export const linesShown = 50
export const linesPrinted = 1_000

/** One's own statement over a period, with up to `limit` of its lines after a cursor. */
export function statementQuery(period: PeriodQuery, cursor: string | undefined, limit: number) {
  return queryOptions({
    queryKey: ['statement', period, cursor, limit],
    queryFn: ({ signal }) => call(endpoints.readStatement, { query: { ...period, cursor, limit }, signal }),
    placeholderData: keepPreviousData,
    // Statements are proved anew each time they are looked at.
    staleTime: 0,
  })
}

/** The files a statement can be had as. */
export const statementFiles = [
  { name: 'PDF', endpoint: endpoints.downloadStatementPdf },
  { name: 'CSV', endpoint: endpoints.downloadStatementCsv },
  { name: 'OFX', endpoint: endpoints.downloadStatementOfx },
] as const
export type StatementFile = (typeof statementFiles)[number]

/** Fetches a statement as a file and hands it to the browser to keep. Throws like `call`. */
export async function downloadStatement(
  { endpoint }: StatementFile,
  period: PeriodQuery,
  signal: AbortSignal,
): Promise<void> {
  keepFile(await download(endpoint, { query: period, signal }))
}
