import { setTimeout as wait } from 'node:timers/promises'
import type { Options } from './arguments.ts'
import { type BankProcess, startBank } from './bank-process.ts'
import { startPostgres } from './database.ts'
import { makeHistory } from './history.ts'
import { watchProcess } from './processes.ts'
import { keepReading, read, type Times } from './reading.ts'
import { decimals, type Findings, figure, tableOf, whole } from './report.ts'
import type { Customer } from './seed.ts'

const downloads = [
  { kind: 'csv', lines: 1_000_000, goal: { seconds: 20 } },
  { kind: 'pdf', lines: 10_000, goal: { seconds: 3, addedMegabytes: 150 } },
] as const

const addedMillisecondsMax = 25
const idleSeconds = 10

type Download = {
  readonly kind: string
  readonly lines: number
  readonly megabytes: number
  readonly seconds: number
  /** Resident memory of the bank, before and at most during the download. */
  readonly idleMegabytes: number
  readonly bankMegabytes: number
  /** Of other customers, before and during the download. */
  readonly idlePages: Times
  readonly pages: Times
}

/** Measures time and memory of a long statement as a file, and the pages of other customers before and meanwhile. */
export async function measureFiles(_: Options, cleanup: AsyncDisposableStack): Promise<Findings> {
  const { place, url } = await startPostgres(cleanup)
  console.log('Creating a long history…')
  const owners = downloads.map(({ lines }) => lines)
  const { secretKey, customers } = await makeHistory(place, [...owners, ...Array<number>(100).fill(250)])
  const others = customers.slice(owners.length)
  const measured: Download[] = []
  for (const [index, download] of downloads.entries()) {
    // A process of its own for each: a process keeps the memory that it once used.
    const bank = await startBank({ url, secretKey }, cleanup)
    const read = () => keepReading(bank.address, others)
    // The first pages are slower, while their code is compiled.
    await readFor(idleSeconds, read)
    const idlePages = await readFor(idleSeconds, read)
    const idleMegabytes = watchProcess(bank.pid)().memoryBytes / 1e6
    const stopReading = read()
    const result = await measureDownload(bank, customers[index]!, download)
    measured.push({ ...result, idleMegabytes, idlePages, pages: await stopReading() })
    await bank.stop()
  }
  return { part: 'files', figures: measured.flatMap(figuresOf), tables: [tableOfFiles(measured)] }
}

async function readFor(seconds: number, read: () => () => Promise<Times>): Promise<Times> {
  const stop = read()
  await wait(seconds * 1_000)
  return stop()
}

function figuresOf(download: Download) {
  const { kind, seconds, idleMegabytes, bankMegabytes, idlePages, pages } = download
  const { goal } = downloads.find((one) => one.kind === kind)!
  const name = kind.toUpperCase()
  const added = bankMegabytes - idleMegabytes
  return [
    figure(`Time of the ${name}`, seconds, ' s', { atMost: goal.seconds }),
    figure(
      `Memory added by the ${name}`,
      added,
      ' MB',
      'addedMegabytes' in goal ? { atMost: goal.addedMegabytes } : undefined,
    ),
    figure(`Added to the p99 of other pages by the ${name}`, pages.p99 - idlePages.p99, ' ms', {
      atMost: addedMillisecondsMax,
    }),
    figure(`Slowest page during the ${name}`, pages.max, ' ms', { atMost: 250 }),
  ]
}

function tableOfFiles(measured: readonly Download[]) {
  return tableOf('Statements of a year as files', measured, {
    file: ({ kind }) => kind,
    lines: ({ lines }) => whole(lines),
    MB: ({ megabytes }) => decimals(megabytes),
    seconds: ({ seconds }) => decimals(seconds),
    'bank MB idle': ({ idleMegabytes }) => whole(idleMegabytes),
    'bank MB': ({ bankMegabytes }) => whole(bankMegabytes),
    'pages idle, p99 ms': ({ idlePages }) => decimals(idlePages.p99),
    'pages meanwhile, p99 ms': ({ pages }) => decimals(pages.p99),
    'max ms': ({ pages }) => decimals(pages.max),
  })
}

async function measureDownload(
  { address, pid }: BankProcess,
  { token }: Customer,
  { kind, lines }: (typeof downloads)[number],
): Promise<Pick<Download, 'kind' | 'lines' | 'megabytes' | 'seconds' | 'bankMegabytes'>> {
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
