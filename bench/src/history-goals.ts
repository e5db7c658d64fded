import type { Closing } from './closing.ts'
import { type HistoryBank, openHistoryBank } from './history-bank.ts'
import { measureFile } from './measure-files.ts'
import { measureReading, type Reading } from './measure-reading.ts'
import { watchOthers } from './others.ts'
import { goalLine } from './report.ts'
import { tableOf } from './table.ts'

const csvLines = 1_000_000
const pdfLines = 10_000

/** What is said about long histories: how fast they are read, and what their files cost. */
export async function historyGoals(
  parts: { reading: boolean; files: boolean },
  closing: Closing,
): Promise<string[]> {
  const small = parts.reading ? await openHistoryBank({ ordinary: 11, long: [] }, closing) : undefined
  const few = small && (await measureReading(small, small.ordinary, someAtOnce))
  await small?.bank.stop()

  console.log('Making a long history…')
  const ordinary = parts.reading ? 7_150 : 100
  const large = await openHistoryBank({ ordinary, long: [pdfLines, csvLines] }, closing)
  const goals = [
    ...(small && few ? await readingGoals(few, { small, large }) : []),
    ...(parts.files ? await fileGoals(large) : []),
  ]
  await large.bank.stop()
  return goals
}

async function readingGoals(
  few: readonly Reading[],
  { small, large }: { small: HistoryBank; large: HistoryBank },
): Promise<string[]> {
  const others = watchOthers()
  const many = await measureReading(large, large.ordinary, someAtOnce)
  const share = others()
  console.log(
    `\n${tableOf(
      ['milliseconds', 'half', '99%', 'half', '99%', 'ratio of halves', 'ratio of 99%'],
      few.map(({ kind, times }, index) => {
        const now = many[index]!.times
        const ratios = [now.half / times.half, now.hundredth / times.hundredth]
        const numbers = [times.half, times.hundredth, now.half, now.hundredth, ...ratios]
        return [kind, ...numbers.map((one) => one.toFixed(2))]
      }),
    )}\n
first with ${number(small.entries)} entries in the books, then with ${number(large.entries)}; ${someAtOnce.connections} questions at a time; others: ${Math.round(share * 100)}% of the machine\n`,
  )
  await showLongest(large)
  return many.map(({ kind, times }) =>
    goalLine(
      `99 of 100 answers: ${kind}, ${number(large.entries)} entries`,
      times.hundredth,
      { atMost: 20 },
      ' ms',
    ),
  )
}

// As in a bank at work; no more than two processors answer without queueing long.
const someAtOnce = { connections: 4, questionsOfEachKind: 1_000 }

/** What the customer waits for who has a million entries of their own, which nobody is promised to be quick. */
async function showLongest(large: HistoryBank): Promise<void> {
  const longest = await measureReading(large, large.long.slice(-1), {
    connections: 1,
    questionsOfEachKind: 20,
  })
  console.log(
    `${tableOf(
      [`milliseconds, of a customer with ${number(csvLines)} entries`, 'half', 'slowest'],
      longest.map(({ kind, times }) => [kind, times.half.toFixed(2), times.worst.toFixed(2)]),
    )}\n`,
  )
}

async function fileGoals(large: HistoryBank): Promise<string[]> {
  const [pdfOwner, csvOwner] = large.long
  const files = [
    // A program keeps the memory it has once had: the file that needs less comes first.
    await measureFile(large, { kind: 'csv', owner: csvOwner!, lines: csvLines }),
    await measureFile(large, { kind: 'pdf', owner: pdfOwner!, lines: pdfLines }),
  ]
  const decimals = (value: number) => value.toFixed(1)
  console.log(
    `\n${tableOf(
      ['download', 'lines', 'MB', 'seconds', 'bank MB', 'others 99% before', 'meanwhile', 'worst meanwhile'],
      files.map(({ kind, lines, bytes, seconds, memoryBytes, before, meanwhile }) => [
        kind,
        number(lines),
        decimals(bytes / 1e6),
        decimals(seconds),
        decimals((memoryBytes ?? Number.NaN) / 1e6),
        decimals(before.hundredth),
        decimals(meanwhile.hundredth),
        decimals(meanwhile.worst),
      ]),
    )}\n
others: milliseconds for a page of the history or the balance of another customer, asked without pause\n`,
  )
  return files.map(({ kind, meanwhile }) =>
    goalLine(
      `Slowest answer to others during the ${kind.toUpperCase()}`,
      meanwhile.worst,
      { atMost: 250 },
      ' ms',
    ),
  )
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}
