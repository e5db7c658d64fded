import type { Arguments } from './arguments.ts'
import { type BenchmarkDatabase, makeDatabase, openBenchmarkDatabase } from './benchmark-database.ts'
import type { Closing } from './closing.ts'
import type { Chart, Figure, Findings, Table } from './figure.ts'
import { generateLoad } from './generate-load.ts'
import { entriesOf, type HistoryBank, openHistoryBank } from './history-bank.ts'
import { measureReading, type Reading } from './measure-reading.ts'
import { median } from './median.ts'
import { watchOthers } from './others.ts'

// As in a bank at work; no more than two processors answer without queueing long.
const readers = { connections: 4, questionsOfEachKind: 400 }
const senders = 1_000
const connections = 64

/**
 * Whether the bank becomes slower as its books fill: banks of several sizes side by side on one PostgreSQL, asked in turns. Reading comes
 * first, because sending makes all of them larger.
 */
export async function growthFindings(
  { entries, rounds, seconds }: Arguments,
  closing: Closing,
): Promise<Findings> {
  const database = await openBenchmarkDatabase(closing)
  const banks: HistoryBank[] = []
  for (const size of entries.toSorted((a, b) => a - b)) banks.push(await openBank(database, size, closing))
  const others = watchOthers()
  const readings = await measureReading(
    banks.map((bank) => ({ bank, customers: bank.ordinary })),
    { ...readers, rounds },
    console.log,
  )
  const speeds = await measureSending(banks, { rounds, seconds, closing })
  const share = others()
  for (const { bank } of banks) await bank.stop()
  const sizes = banks.map((bank) => bank.entries)
  return {
    part: 'growth',
    tables: [tableOf(sizes, readings, speeds, share)],
    figures: figuresOf(sizes, readings, speeds),
    charts: chartsOf(sizes, readings, speeds),
  }
}

async function openBank(database: BenchmarkDatabase, size: number, closing: Closing): Promise<HistoryBank> {
  const begin = performance.now()
  console.log(`Making books of ${number(size)} entries…`)
  const wanted = customersFor(size)
  const bank = await openHistoryBank(await makeDatabase(database, `books_${size}`), wanted, closing)
  console.log(`${number(bank.entries)} entries after ${Math.round((performance.now() - begin) / 1_000)} s`)
  return bank
}

/** As many customers with a year behind them as make so many entries, and as many without as make a thousand in all. */
export function customersFor(entries: number): { ordinary: number; fresh: number } {
  const alone = Math.round(entries / entriesOf.ordinary)
  if (alone >= senders) return { ordinary: alone, fresh: 0 }
  const rest = entries - senders * entriesOf.fresh
  const ordinary = Math.max(1, Math.round(rest / (entriesOf.ordinary - entriesOf.fresh)))
  return { ordinary, fresh: senders - ordinary }
}

/** Transfers a second of each bank, round by round, at one bank after the other. */
async function measureSending(
  banks: readonly HistoryBank[],
  { rounds, seconds, closing }: { rounds: number; seconds: number; closing: Closing },
): Promise<number[][]> {
  const speeds: number[][] = banks.map(() => [])
  // Programs are slower in their first seconds: a round that does not count.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { bank, ordinary, fresh }] of banks.entries()) {
      const customers = [...ordinary, ...fresh].slice(0, senders).map(({ token, pin }) => ({ token, pin }))
      const load = { by: 'lean', addresses: [bank.address], customers, connections, seconds } as const
      const { perSecond } = await generateLoad(load, closing)
      if (round > 0) speeds[index]!.push(perSecond)
    }
    if (round > 0)
      console.log(`round ${round}: ${speeds.map((of) => number(of.at(-1)!)).join(', ')} transfers/s`)
  }
  return speeds
}

function tableOf(
  sizes: readonly number[],
  readings: readonly Reading[],
  speeds: readonly (readonly number[])[],
  share: number,
): Table {
  const milliseconds = (value: number) => value.toFixed(2)
  return {
    title: 'As the books grow',
    headings: ['entries', ...sizes.map(number), 'last / first'],
    rows: [
      ['transfers/s', ...speeds.map((of) => number(median(of))), growthOfSpeed(speeds).toFixed(2)],
      ...readings.flatMap(({ kind, times, growth }) =>
        (['half', 'hundredth'] as const).map((which) => [
          `${kind}, ${which === 'half' ? 'half' : '99%'} (ms)`,
          ...times.map((one) => milliseconds(one[which])),
          milliseconds(which === 'half' ? growth : times.at(-1)![which] / times[0]![which]),
        ]),
      ),
    ],
    notes: [
      `Transfers over ${connections} connections, from ${number(senders)} customers; questions ${readers.connections} at a time, of customers with a year behind them`,
      'The banks stand side by side on one PostgreSQL and take turns; sending comes last, and makes all of them larger',
      `Other programs took ${Math.round(share * 100)}% of the machine`,
    ],
  }
}

const steady = ['first page of the history', 'a month’s statement', 'the balance at a date']

function figuresOf(
  sizes: readonly number[],
  readings: readonly Reading[],
  speeds: readonly (readonly number[])[],
): Figure[] {
  const span = `${number(sizes.at(-1)!)} / ${number(sizes[0]!)} entries`
  return [
    { name: `Transfers, ${span}`, value: growthOfSpeed(speeds), unit: '', goal: { atLeast: 0.9 } },
    ...readings.flatMap(({ kind, times, growth }): Figure[] => [
      ...(steady.includes(kind)
        ? [
            {
              name: `Half of the answers: ${kind}, ${span}`,
              value: growth,
              unit: '',
              goal: { atMost: 1.2 },
            },
          ]
        : []),
      {
        name: `99 of 100 answers: ${kind}, ${number(sizes.at(-1)!)} entries`,
        value: times.at(-1)!.hundredth,
        unit: ' ms',
        goal: { atMost: 20 },
      },
    ]),
  ]
}

/** The median of the rounds' own ratios. */
function growthOfSpeed(speeds: readonly (readonly number[])[]): number {
  return median(speeds.at(-1)!.map((speed, round) => speed / speeds[0]![round]!))
}

function chartsOf(
  sizes: readonly number[],
  readings: readonly Reading[],
  speeds: readonly (readonly number[])[],
): Chart[] {
  const xAxis = 'entries in the books'
  const shown = readings.filter(({ kind }) => [...steady, 'search for a word'].includes(kind))
  return [
    {
      ...{ title: 'Transfers as the books grow', xAxis, yAxis: 'transfers a second' },
      curves: [{ name: 'bank', points: speeds.map((of, index) => [sizes[index]!, median(of)]) }],
    },
    {
      ...{ title: 'Reading as the books grow', xAxis, yAxis: 'milliseconds, half of the answers' },
      curves: shown.map(({ kind, times }) => ({
        name: kind,
        points: times.map(({ half }, index) => [sizes[index]!, half]),
      })),
    },
  ]
}

function number(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
