import { median, medianRatio } from '../median.ts'
import type { Options } from './arguments.ts'
import { startBank } from './bank-process.ts'
import { createDatabase, type Database, startPostgres } from './database.ts'
import { customersWithHistory, makeHistory, transactionsOfEach } from './history.ts'
import { sendTransfers } from './load.ts'
import { type GetRequest, read, type Times, timeRequests } from './reading.ts'
import { decimals, type Findings, figure, whole } from './report.ts'
import { takeTurns } from './rounds.ts'
import type { Customer } from './seed.ts'

const sending = { connections: 64, customers: 1_000 }
const reading = { connections: 4, requests: 400 }

/** A bank whose first customers have a history. */
type GrownBank = {
  readonly address: string
  readonly entries: number
  readonly customers: readonly Customer[]
  readonly withHistory: number
}

/** The rounds of each bank, in the order of their sizes. */
type Series<Measured> = readonly (readonly Measured[])[]

/**
 * Measures banks of several sizes in alternating rounds on one PostgreSQL. Reading comes before sending, which makes the books
 * larger.
 */
export async function measureGrowth(
  { entries, rounds, seconds }: Options,
  cleanup: AsyncDisposableStack,
): Promise<Findings> {
  const server = await startPostgres(cleanup)
  const banks: GrownBank[] = []
  for (const size of entries.toSorted((a, b) => a - b)) {
    banks.push(await openBank(await createDatabase(server, `books_${size}`), size, cleanup))
  }
  const pages = new Map<string, Series<Times>>()
  for (const [kind, requestOf] of Object.entries(requestKinds)) {
    const times = await takeTurns(banks, rounds, async (bank) => {
      const requests: GetRequest[] = []
      while (requests.length < reading.requests) requests.push(await requestOf(bank))
      return timeRequests(bank.address, requests, reading.connections)
    })
    pages.set(kind, times)
    console.log(`${kind}: p50 ${times.map((of) => decimals(middle(of, 'p50'))).join(', ')} ms`)
  }
  const speeds = await takeTurns(banks, rounds, async ({ address, customers }) => {
    const senders = customers.slice(0, sending.customers)
    const load = { connections: sending.connections, seconds }
    return (await sendTransfers(address, senders, load)).perSecond
  })
  const sizes = banks.map((bank) => bank.entries)
  return growthFindings(sizes, pages, speeds)
}

async function openBank(
  { place, url }: Database,
  size: number,
  cleanup: AsyncDisposableStack,
): Promise<GrownBank> {
  console.log(`Creating books of ${whole(size)} entries…`)
  const withHistory = customersWithHistory(size)
  const count = Math.max(sending.customers, withHistory)
  const lengths = Array.from({ length: count }, (_, index) => (index < withHistory ? transactionsOfEach : 1))
  const { secretKey, customers, entries } = await makeHistory(place, lengths)
  const { address } = await startBank({ url, secretKey }, cleanup)
  return { address, entries, customers, withHistory }
}

const randomDay = () => new Date(Date.now() - Math.random() * 300 * 86_400_000).toISOString().slice(0, 10)

/** The requests of the pages of a customer with a history. */
const requestKinds: Record<string, (bank: GrownBank) => GetRequest | Promise<GetRequest>> = {
  'balance and profile': get(() => '/api/me'),
  'first page of the history': get(() => '/api/transactions'),
  'second page of the history': secondPage,
  'pending transfers': get(() => '/api/transactions?status=pending'),
  'search for a word': get(() => '/api/transactions?q=holm'),
  'a month’s statement': get(() => `/api/statement?month=${randomDay().slice(0, 7)}`),
  'the balance at a date': get((day = randomDay()) => `/api/statement?from=${day}&to=${day}`),
  'the chart of six months': get(() => '/api/me/monthly-flows'),
  'the balances of 30 days': get(() => '/api/me/balances'),
  'the balances of a year': get(() => '/api/me/balances?days=364'),
}

function get(path: () => string): (bank: GrownBank) => GetRequest {
  return ({ customers, withHistory }) => ({
    path: path(),
    token: customers[Math.floor(Math.random() * withHistory)]!.token,
  })
}

async function secondPage(bank: GrownBank): Promise<GetRequest> {
  const request = get(() => '/api/transactions')(bank)
  const answer = await read(bank.address, request)
  const { nextCursor } = (await answer.json()) as { nextCursor: string }
  return { ...request, path: `/api/transactions?cursor=${encodeURIComponent(nextCursor)}` }
}

// These depend on a customer's own history only and must not grow with the books.
const constantKinds = ['first page of the history', 'a month’s statement', 'the balance at a date']

function growthFindings(
  sizes: readonly number[],
  pages: ReadonlyMap<string, Series<Times>>,
  speeds: Series<number>,
): Findings {
  const growth = (series: Series<number>) => medianRatio(series.at(-1)!, series[0]!)
  const p50s = (series: Series<Times>) => series.map((of) => of.map(({ p50 }) => p50))
  const span = `${whole(sizes.at(-1)!)} to ${whole(sizes[0]!)} entries`
  const figures = [figure(`Transfers, ${span}`, growth(speeds), '', { atLeast: 0.9 })]
  const rows = [['transfers/s', ...speeds.map((of) => whole(median(of))), decimals(growth(speeds))]]
  for (const [kind, series] of pages) {
    const largest = middle(series.at(-1)!, 'p99')
    const ratio = growth(p50s(series))
    figures.push(figure(`p99 of ${kind}, largest books`, largest, ' ms', { atMost: 20 }))
    if (constantKinds.includes(kind)) {
      figures.push(figure(`p50 of ${kind}, ${span}`, ratio, '', { atMost: 1.2 }))
    }
    rows.push([`${kind}, p50 ms`, ...series.map((of) => decimals(middle(of, 'p50'))), decimals(ratio)])
    rows.push([`${kind}, p99 ms`, ...series.map((of) => decimals(middle(of, 'p99'))), ''])
  }
  const headings = ['entries', ...sizes.map(whole), 'last to first']
  return { part: 'growth', figures, tables: [{ title: 'As the books grow', headings, rows, notes: [] }] }
}

function middle(of: readonly Times[], share: 'p50' | 'p99'): number {
  return median(of.map((times) => times[share]))
}
