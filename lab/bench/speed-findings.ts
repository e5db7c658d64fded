import { costFigures, costTable } from './cost.ts'
import type { Chart, Figure, Findings, Table } from './figure.ts'
import { decimals, percent, whole } from './format.ts'
import { type Measurement, naiveAt } from './measure-transfers.ts'
import { median } from './median.ts'
import type { TransferRound } from './send-transfers.ts'

/** How many transfers a second the bank takes through HTTP, beside the database itself and the naive way. */
export function speedFindings(measured: readonly Measurement[]): Findings {
  return {
    part: 'transfers',
    tables: [speedTable(measured), costTable(measured)],
    charts: [speedChart(measured)],
    figures: [...speedFigures(measured), ...costFigures(measured)],
  }
}

function speedTable(measured: readonly Measurement[]): Table {
  return {
    title: 'Transfers through HTTP, beside the database itself',
    headings: [
      'connections',
      'transfers/s',
      'ms half',
      'ms 99%',
      'autocannon/s',
      '2 processes/s',
      'naive/s',
      'TPC-B/s',
      'ratio',
      'ratio autocannon',
      'ratio naive',
      'bank MB',
      'bank cpu',
      'sender cpu',
      'others',
    ],
    rows: measured.map(({ connections, lean, autocannon, two, naive, tpcb, others }) => [
      String(connections),
      whole(speedOf(lean)),
      decimals(medianOf(lean, (round) => round.medianMilliseconds)),
      decimals(medianOf(lean, (round) => round.slowestHundredthMilliseconds)),
      whole(speedOf(autocannon)),
      whole(speedOf(two)),
      whole(speedOf(naive)),
      whole(speedOf(tpcb)),
      decimals(ratioOf(lean, tpcb)),
      decimals(ratioOf(autocannon, tpcb)),
      decimals(ratioOf(lean, naive)),
      whole(megabytesOf([...lean, ...autocannon, ...two])),
      percent(medianOf(lean, ({ bank, seconds }) => (bank.processorSeconds ?? Number.NaN) / seconds)),
      percent(medianOf(lean, ({ processorSeconds, seconds }) => processorSeconds / seconds)),
      percent(others),
    ]),
    notes: [
      'transfers/s: through HTTP to one process, each with a session, a PIN and its own id; ms: half of them, and 99 of 100, were answered sooner',
      'naive: the same bank with books that make a database transaction of each transfer',
      'ratio: transfers to TPC-B, and to the naive way, of the same round; cpu: share of one core, of the bank’s process and of what sends',
      'others: what programs that have nothing to do with this took of the machine; with more than a little, measure again',
    ],
  }
}

function speedChart(measured: readonly Measurement[]): Chart {
  const curve = (name: string, roundsOf: (one: Measurement) => readonly Speed[]) => ({
    name,
    points: measured
      .map((one) => [one.connections, speedOf(roundsOf(one))] as const)
      .filter(([, perSecond]) => !Number.isNaN(perSecond)),
  })
  return {
    title: 'Transfers through HTTP, beside the database itself',
    xAxis: 'connections',
    yAxis: 'a second',
    curves: [
      curve('transfers, one process', ({ lean }) => lean),
      curve('transfers, two processes', ({ two }) => two),
      curve('transfers, autocannon', ({ autocannon }) => autocannon),
      curve('transfers, the naive way', ({ naive }) => naive),
      curve('TPC-B', ({ tpcb }) => tpcb),
    ],
  }
}

function speedFigures(measured: readonly Measurement[]): Figure[] {
  const at = (connections: number) => measured.find((one) => one.connections === connections)
  const timesTpcb = (connections: number, by: 'lean' | 'autocannon', atLeast: number): Figure => ({
    name: `Times TPC-B at ${connections} connections${by === 'autocannon' ? ', by autocannon' : ''}`,
    value: ratioOf(at(connections)?.[by] ?? [], at(connections)?.tpcb ?? []),
    unit: '',
    goal: { atLeast },
  })
  return [
    timesTpcb(64, 'lean', 2.5),
    timesTpcb(64, 'autocannon', 2),
    timesTpcb(16, 'lean', 1),
    timesTpcb(256, 'lean', 4),
    {
      name: `Times the naive way at ${naiveAt} connections`,
      value: ratioOf(at(naiveAt)?.lean ?? [], at(naiveAt)?.naive ?? []),
      unit: '',
      goal: { atLeast: 4 },
    },
    {
      name: 'Two processes to one at 64 connections',
      value: ratioOf(at(64)?.two ?? [], at(64)?.lean ?? []),
      unit: '',
    },
    {
      name: 'Most memory of the bank under load',
      value: megabytesOf(measured.flatMap(({ lean, autocannon, two }) => [...lean, ...autocannon, ...two])),
      unit: ' MB',
      goal: { atMost: 250 },
    },
  ]
}

type Speed = { readonly perSecond: number }

function speedOf(rounds: readonly Speed[]): number {
  return median(rounds.map(({ perSecond }) => perSecond))
}

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
