import type { Options } from './arguments.ts'
import { type BankProcess, startBank } from './bank-process.ts'
import { startPostgres } from './database.ts'
import { makeHistory } from './history.ts'
import { watchProcess } from './processes.ts'
import { keepReading, read, type Times } from './reading.ts'
import { decimals, type Findings, figure, tableOf, whole } from './report.ts'
import type { Customer } from './seed.ts'

// The CSV is first because it needs less memory, which the process keeps.
const downloads = [
  { kind: 'csv', lines: 1_000_000 },
  { kind: 'pdf', lines: 10_000 },
] as const

type Download = {
  readonly kind: string
  readonly lines: number
  readonly megabytes: number
  readonly seconds: number
  readonly bankMegabytes: number
  /** Of another customer. */
  readonly pages: Times
}

/** Measures time and memory of a long statement as a file, and the pages of other customers meanwhile. */
export async function measureFiles(_: Options, cleanup: AsyncDisposableStack): Promise<Findings> {
  const { place, url } = await startPostgres(cleanup)
  console.log('Creating a long history…')
  const owners = downloads.map(({ lines }) => lines)
  const { secretKey, customers } = await makeHistory(place, [...owners, ...Array<number>(100).fill(250)])
  const bank = await startBank({ url, secretKey }, cleanup)
  const others = customers.slice(owners.length)
  const measured: Download[] = []
  for (const [index, download] of downloads.entries()) {
    const stopReading = keepReading(bank.address, others)
    const result = await measureDownload(bank, customers[index]!, download)
    measured.push({ ...result, pages: await stopReading() })
  }
  return {
    part: 'files',
    figures: measured.map(({ kind, pages }) =>
      figure(`Slowest page during the ${kind.toUpperCase()}`, pages.max, ' ms', { atMost: 250 }),
    ),
    tables: [
      tableOf('Statements of a year as files', measured, {
        file: ({ kind }) => kind,
        lines: ({ lines }) => whole(lines),
        MB: ({ megabytes }) => decimals(megabytes),
        seconds: ({ seconds }) => decimals(seconds),
        'bank MB': ({ bankMegabytes }) => whole(bankMegabytes),
        'pages meanwhile, p99 ms': ({ pages }) => decimals(pages.p99),
        'max ms': ({ pages }) => decimals(pages.max),
      }),
    ],
  }
}

async function measureDownload(
  { address, pid }: BankProcess,
  { token }: Customer,
  { kind, lines }: (typeof downloads)[number],
): Promise<Omit<Download, 'pages'>> {
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  let bytes = 0
  let lineEnds = 0
  const stopWatching = watchProcess(pid)
  const begin = performance.now()
  const { body } = await read(address, {
    path: `/api/statement.${kind}?from=${day(365)}&to=${day(0)}`,
    token,
  })
  for await (const chunk of body!) {
    bytes += chunk.length
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lineEnds++
  }
  const seconds = (performance.now() - begin) / 1_000
  const { memoryBytes } = stopWatching()
  // Besides the lines it has headings, an opening and a closing balance.
  if (kind === 'csv' && lineEnds !== lines + 3)
    throw new Error(`The CSV has ${lineEnds} rows, not ${lines + 3}.`)
  return { kind, lines, megabytes: bytes / 1e6, seconds, bankMegabytes: memoryBytes / 1e6 }
}
