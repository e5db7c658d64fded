import { makeDatabase, openBenchmarkDatabase } from './benchmark-database.ts'
import type { Closing } from './closing.ts'
import type { Findings, Table } from './figure.ts'
import { type HistoryBank, openHistoryBank } from './history-bank.ts'
import { measureFile } from './measure-files.ts'
import { measureReading } from './measure-reading.ts'

const csvLines = 1_000_000
const pdfLines = 10_000

/** What the files of long histories cost, and what customers wait for who have one. */
export async function fileFindings(closing: Closing): Promise<Findings> {
  console.log('Making a long history…')
  const database = await makeDatabase(await openBenchmarkDatabase(closing), 'long_books')
  const large = await openHistoryBank(database, { ordinary: 100, long: [pdfLines, csvLines] }, closing)
  const longest = await longestTable(large)
  const [pdfOwner, csvOwner] = large.long
  const files = [
    // A program keeps the memory it has once had: the file that needs less comes first.
    await measureFile(large, { kind: 'csv', owner: csvOwner!, lines: csvLines }),
    await measureFile(large, { kind: 'pdf', owner: pdfOwner!, lines: pdfLines }),
  ]
  await large.bank.stop()
  const decimals = (value: number) => value.toFixed(1)
  const downloads: Table = {
    title: 'Downloads of long statements',
    headings: [
      'download',
      'lines',
      'MB',
      'seconds',
      'bank MB',
      'others 99% before',
      'meanwhile',
      'worst meanwhile',
    ],
    rows: files.map(({ kind, lines, bytes, seconds, memoryBytes, before, meanwhile }) => [
      kind,
      number(lines),
      decimals(bytes / 1e6),
      decimals(seconds),
      decimals((memoryBytes ?? Number.NaN) / 1e6),
      decimals(before.hundredth),
      decimals(meanwhile.hundredth),
      decimals(meanwhile.worst),
    ]),
    notes: [
      'others: milliseconds for a page of the history or the balance of another customer, asked without pause',
    ],
  }
  return {
    part: 'files',
    tables: [longest, downloads],
    figures: files.map(({ kind, meanwhile }) => ({
      name: `Slowest answer to others during the ${kind.toUpperCase()}`,
      value: meanwhile.worst,
      unit: ' ms',
      goal: { atMost: 250 },
    })),
  }
}

/** What the customer waits for who has a million entries of their own, which nobody is promised to be quick. */
async function longestTable(large: HistoryBank): Promise<Table> {
  const longest = await measureReading(
    [{ bank: large, customers: large.long.slice(-1) }],
    { connections: 1, questionsOfEachKind: 20, rounds: 1 },
    () => {},
  )
  return {
    title: `What a customer with ${number(csvLines)} entries waits for`,
    headings: ['milliseconds', 'half', 'slowest'],
    rows: longest.map(({ kind, times: [times] }) => [kind, times!.half.toFixed(2), times!.worst.toFixed(2)]),
  }
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}
