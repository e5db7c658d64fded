import type { Closing } from './closing.ts'
import type { Findings, Table } from './figure.ts'
import { type HistoryBank, openHistoryBank } from './history-bank.ts'
import { measureFile } from './measure-files.ts'
import { measureReading, type Reading } from './measure-reading.ts'
import { watchOthers } from './others.ts'

const csvLines = 1_000_000
const pdfLines = 10_000

/** What is said about long histories: how fast they are read, and what their files cost. */
export async function historyGoals(
  parts: { reading: boolean; files: boolean },
  closing: Closing,
): Promise<Findings[]> {
  const small = parts.reading ? await openHistoryBank({ ordinary: 11, long: [] }, closing) : undefined
  const few = small && (await measureReading(small, small.ordinary, someAtOnce))
  await small?.bank.stop()

  console.log('Making a long history…')
  const ordinary = parts.reading ? 7_150 : 100
  const large = await openHistoryBank({ ordinary, long: [pdfLines, csvLines] }, closing)
  const findings = [
    ...(small && few ? [await readingGoals(few, { small, large })] : []),
    ...(parts.files ? [await fileGoals(large)] : []),
  ]
  await large.bank.stop()
  return findings
}

async function readingGoals(
  few: readonly Reading[],
  { small, large }: { small: HistoryBank; large: HistoryBank },
): Promise<Findings> {
  const others = watchOthers()
  const many = await measureReading(large, large.ordinary, someAtOnce)
  const share = others()
  const growth: Table = {
    title: 'Reading a history, in small and in large books',
    headings: ['milliseconds', 'half', '99%', 'half', '99%', 'ratio of halves', 'ratio of 99%'],
    rows: few.map(({ kind, times }, index) => {
      const now = many[index]!.times
      const ratios = [now.half / times.half, now.hundredth / times.hundredth]
      const numbers = [times.half, times.hundredth, now.half, now.hundredth, ...ratios]
      return [kind, ...numbers.map((one) => one.toFixed(2))]
    }),
    notes: [
      `first with ${number(small.entries)} entries in the books, then with ${number(large.entries)}; ` +
        `${someAtOnce.connections} questions at a time; others: ${Math.round(share * 100)}% of the machine`,
    ],
  }
  return {
    part: 'reading',
    tables: [growth, await longestTable(large)],
    figures: many.map(({ kind, times }) => ({
      name: `99 of 100 answers: ${kind}, ${number(large.entries)} entries`,
      value: times.hundredth,
      unit: ' ms',
      goal: { atMost: 20 },
    })),
  }
}

// As in a bank at work; no more than two processors answer without queueing long.
const someAtOnce = { connections: 4, questionsOfEachKind: 1_000 }

/** What the customer waits for who has a million entries of their own, which nobody is promised to be quick. */
async function longestTable(large: HistoryBank): Promise<Table> {
  const longest = await measureReading(large, large.long.slice(-1), {
    connections: 1,
    questionsOfEachKind: 20,
  })
  return {
    title: `What a customer with ${number(csvLines)} entries waits for`,
    headings: ['milliseconds', 'half', 'slowest'],
    rows: longest.map(({ kind, times }) => [kind, times.half.toFixed(2), times.worst.toFixed(2)]),
  }
}

async function fileGoals(large: HistoryBank): Promise<Findings> {
  const [pdfOwner, csvOwner] = large.long
  const files = [
    // A program keeps the memory it has once had: the file that needs less comes first.
    await measureFile(large, { kind: 'csv', owner: csvOwner!, lines: csvLines }),
    await measureFile(large, { kind: 'pdf', owner: pdfOwner!, lines: pdfLines }),
  ]
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
    tables: [downloads],
    figures: files.map(({ kind, meanwhile }) => ({
      name: `Slowest answer to others during the ${kind.toUpperCase()}`,
      value: meanwhile.worst,
      unit: ' ms',
      goal: { atMost: 250 },
    })),
  }
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}
