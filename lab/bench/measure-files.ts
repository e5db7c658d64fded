import type { HistoryBank } from './history-bank.ts'
import { watchProcess } from './process-watch.ts'
import type { Person } from './seed.ts'
import { keepAsking, type Times, take } from './timed-requests.ts'

/** A download, and what it meant for the bank and for everybody else. */
export type FileMeasurement = {
  readonly kind: string
  readonly lines: number
  readonly bytes: number
  readonly seconds: number
  /** The most memory the bank's process held meanwhile, in bytes; undefined where the system does not tell. */
  readonly memoryBytes: number | undefined
  /** What another customer waited for a page of the history before, and meanwhile. */
  readonly before: Times
  readonly meanwhile: Times
}

/** Downloads a year's statement while somebody else goes on reading their history. */
export async function measureFile(
  { bank: { address, pid }, ordinary }: HistoryBank,
  { kind, owner, lines }: { kind: 'pdf' | 'csv'; owner: Person; lines: number },
): Promise<FileMeasurement> {
  const questions = ordinary
    .slice(0, 100)
    .flatMap(({ token }) => ['/api/me', '/api/transactions'].map((path) => ({ path, token })))
  const before = keepAsking(address, questions)
  await new Promise((resume) => setTimeout(resume, 3_000))
  const timesBefore = await before()

  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const path = `/api/statement.${kind}?from=${day(365)}&to=${day(0)}`
  let bytes = 0
  let ends = 0
  const stopWatching = watchProcess(pid)
  const meanwhile = keepAsking(address, questions)
  const begin = performance.now()
  await take(address, { path, token: owner.token }, (piece) => {
    bytes += piece.length
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) ends++
  })
  const seconds = (performance.now() - begin) / 1_000
  const timesMeanwhile = await meanwhile()
  // The headings, the opening and the closing balance stand beside the lines.
  if (kind === 'csv' && ends !== lines + 3) throw new Error(`The CSV has ${ends} rows, not ${lines + 3}.`)
  const { memoryBytes } = stopWatching()
  return { kind, lines, bytes, seconds, memoryBytes, before: timesBefore, meanwhile: timesMeanwhile }
}
