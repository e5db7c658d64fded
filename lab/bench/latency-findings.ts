import type { Chart, Figure, Findings } from './figure.ts'
import { decimals, percent, whole } from './format.ts'
import type { Latency } from './measure-latency.ts'
import { median } from './median.ts'
import type { TransferRound } from './send-transfers.ts'

/** What people wait for while the bank has half the work it can do. */
export function latencyFindings(measured: readonly Latency[]): Findings {
  return {
    part: 'latency',
    tables: [
      {
        title: 'Waiting for an answer at half of what the bank can take',
        headings: ['processes', 'can take/s', 'sent/s', 'ms half', 'ms 99%', 'ms 99.9%', 'held up', 'others'],
        rows: measured.map(({ processes, capacity, planned, others }) => [
          String(processes),
          whole(of(capacity, 'perSecond')),
          whole(of(planned, 'perSecond')),
          decimals(of(planned, 'medianMilliseconds')),
          decimals(of(planned, 'slowestHundredthMilliseconds')),
          decimals(of(planned, 'slowestThousandthMilliseconds')),
          whole(of(planned, 'heldUp')),
          percent(others),
        ]),
        notes: [
          'Sent at even moments fixed beforehand, however slow the answers are, and timed from those moments.',
          'held up: how many were due and found each of the 1,000 connections in use',
        ],
      },
    ],
    charts: [chartOf(measured)],
    figures: measured.flatMap(figuresOf),
  }
}

/** The slower the rarer: each step is ten times as few answers. */
function chartOf(measured: readonly Latency[]): Chart {
  return {
    title: 'Waiting at half of what the bank can take',
    xAxis: 'of the answers came sooner',
    yAxis: 'milliseconds',
    xTexts: { 2: '50%', 100: '99%', 1000: '99.9%' },
    curves: measured.map(({ processes, planned }) => ({
      name: nameOf(processes),
      points: [
        [2, of(planned, 'medianMilliseconds')],
        [100, of(planned, 'slowestHundredthMilliseconds')],
        [1000, of(planned, 'slowestThousandthMilliseconds')],
      ],
    })),
  }
}

function nameOf(processes: number): string {
  return processes === 1 ? 'one process' : `${processes} processes`
}

function figuresOf({ processes, planned }: Latency): Figure[] {
  const by = nameOf(processes)
  const figure = (share: string, key: keyof Times): Figure => ({
    name: `${share} of 100 answers at half of capacity, ${by}`,
    value: of(planned, key),
    unit: ' ms',
  })
  return [
    figure('50', 'medianMilliseconds'),
    { ...figure('99', 'slowestHundredthMilliseconds'), ...(processes === 1 ? { goal: { atMost: 25 } } : {}) },
    figure('99.9', 'slowestThousandthMilliseconds'),
  ]
}

type Times = Pick<
  TransferRound,
  | 'perSecond'
  | 'medianMilliseconds'
  | 'slowestHundredthMilliseconds'
  | 'slowestThousandthMilliseconds'
  | 'heldUp'
>

function of(rounds: readonly TransferRound[], key: keyof Times): number {
  return median(rounds.map((round) => round[key]))
}
