import type { Figure, Table } from './figure.ts'
import type { Measurement, TransferRound } from './measure-transfers.ts'
import { median } from './median.ts'

/** What was measured, as a table: medians of the rounds, and how the bank stands beside the database. */
export function transferTable(measurements: readonly Measurement[]): Table {
  return {
    title: 'Transfers through HTTP, beside the database itself',
    headings: [
      'connections',
      'transfers/s',
      'ms half',
      'ms 99%',
      'autocannon/s',
      'TPC-B/s',
      'ratio',
      'ratio autocannon',
      'bank MB',
      'bank cpu',
      'sender cpu',
      'others',
    ],
    rows: measurements.map(({ connections, lean, autocannon, tpcb, others }) => [
      String(connections),
      whole(speedOf(lean)),
      decimals(medianOf(lean, (round) => round.medianMilliseconds)),
      decimals(medianOf(lean, (round) => round.slowestHundredthMilliseconds)),
      whole(speedOf(autocannon)),
      whole(speedOf(tpcb)),
      decimals(ratioOf(lean, tpcb)),
      decimals(ratioOf(autocannon, tpcb)),
      whole(megabytesOf([...lean, ...autocannon])),
      percent(medianOf(lean, ({ bank, seconds }) => (bank.processorSeconds ?? Number.NaN) / seconds)),
      percent(medianOf(lean, ({ processorSeconds, seconds }) => processorSeconds / seconds)),
      percent(others),
    ]),
    notes: [
      'transfers/s: through HTTP, each with a session and a PIN; ms: half of them, and 99 of 100, were answered sooner',
      'ratio: transfers to TPC-B of the same round; cpu: share of one core, of the bank’s process and of what sends',
      'others: what programs that have nothing to do with this took of the machine; with more than a little, measure again',
    ],
  }
}

/** How many times TPC-B's speed the bank reaches at so many connections. */
export function ratioAt(measurements: readonly Measurement[], connections: number): number {
  const measured = measurements.find((one) => one.connections === connections)
  return measured ? ratioOf(measured.lean, measured.tpcb) : Number.NaN
}

/** The most memory the bank's process held in any round, in millions of bytes. */
export function mostMegabytes(measurements: readonly Measurement[]): number {
  return megabytesOf(measurements.flatMap(({ lean, autocannon }) => [...lean, ...autocannon]))
}

/** A figure beside its goal: `Times TPC-B at 64 connections: 1.80 (goal: at least 1.5): met`. */
export function goalLine({ name, value: measured, unit, goal }: Figure): string {
  if (goal === undefined)
    return `${name}: ${Number.isNaN(measured) ? 'not measured' : decimals(measured) + unit}`
  const wanted =
    goal.atLeast === undefined ? `at most ${goal.atMost}${unit}` : `at least ${goal.atLeast}${unit}`
  if (Number.isNaN(measured)) return `${name}: not measured (goal: ${wanted})`
  const isMet = measured >= (goal.atLeast ?? -Infinity) && measured <= (goal.atMost ?? Infinity)
  return `${name}: ${decimals(measured)}${unit} (goal: ${wanted}): ${isMet ? 'met' : 'NOT MET'}`
}

function speedOf(rounds: readonly Speed[]): number {
  return median(rounds.map(({ perSecond }) => perSecond))
}

type Speed = { readonly perSecond: number }

/** The median of the rounds' own ratios: what else the machine does meets the two neighbours of a round alike. */
function ratioOf(ours: readonly Speed[], theirs: readonly Speed[]): number {
  return median(theirs.map(({ perSecond }, round) => (ours[round]?.perSecond ?? Number.NaN) / perSecond))
}

function medianOf(rounds: readonly TransferRound[], of: (round: TransferRound) => number): number {
  return median(rounds.map(of))
}

function megabytesOf(rounds: readonly TransferRound[]): number {
  return Math.max(...rounds.map(({ bank }) => bank.memoryBytes ?? Number.NaN)) / 1_000_000
}

function whole(number: number): string {
  return Number.isNaN(number) ? '-' : Math.round(number).toLocaleString('en-US')
}

function decimals(number: number): string {
  return Number.isNaN(number) ? '-' : number.toFixed(2)
}

function percent(share: number): string {
  return Number.isNaN(share) ? '-' : `${Math.round(share * 100)}%`
}
