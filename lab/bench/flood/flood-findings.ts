import type { Findings } from '../figure.ts'
import { decimals, percent, whole } from '../format.ts'
import type { Measured, Phase } from './measure-flood.ts'

/** How many times the quiet bank's median and p99 a transfer may take while strangers ask. */
const ratioMax = 3

/** A phase beside the mean of the quiet ones. */
export type Judged = Phase & { readonly medianRatio: number; readonly p99Ratio: number }

/** Compares every phase with the quiet ones of the same set-up. */
export function judgePhases(phases: readonly Phase[]): Judged[] {
  const quiet = phases.filter(({ name }) => name === 'quiet')
  const mean = (of: (phase: Phase) => number) => quiet.reduce((sum, one) => sum + of(one), 0) / quiet.length
  const median = mean(({ medianMilliseconds }) => medianMilliseconds)
  const p99 = mean(({ p99Milliseconds }) => p99Milliseconds)
  return phases.map((phase) => ({
    ...phase,
    medianRatio: phase.medianMilliseconds / median,
    p99Ratio: phase.p99Milliseconds / p99,
  }))
}

/** What one set-up found: a table with every phase, the highest ratios beside their goal, and the numbers for programs. */
export function floodFindings({ setUp, phases }: Measured): Findings & { phases: readonly Judged[] } {
  const judged = judgePhases(phases)
  const flooded = judged.filter(isFlooded)
  const highest = (name: string, ratioOf: (phase: Judged) => number) => ({
    name: `Highest ratio of ${name}, ${setUp.title}`,
    value: Math.max(...flooded.map(ratioOf)),
    unit: '',
    goal: { atMost: ratioMax },
  })
  return {
    part: `flood, ${setUp.name}`,
    figures: [
      highest('medians', ({ medianRatio }) => medianRatio),
      highest('p99', ({ p99Ratio }) => p99Ratio),
    ],
    tables: [
      {
        title: `Transfers under a flood: ${setUp.title}`,
        headings: [
          'phase',
          'p50 ms',
          'p99 ms',
          'p50 ×',
          'p99 ×',
          '',
          'answers/s',
          'strangers',
          'bank',
          'others',
          'answers',
        ],
        rows: judged.map(rowOf),
        notes: [
          'p50 ×, p99 ×: how many times the mean of the quiet phases.',
          'strangers, bank: processor time of their programs, in percent of one core. others: what programs outside the run took of the machine.',
          'The bank, PostgreSQL, the sender of the transfers and the strangers share the same cores: a part of each ratio is the strangers’ own use of the processor. The control phase shows it, in which the strangers ask a bare server that is not the bank.',
        ],
      },
    ],
    phases: judged,
  }
}

/** Whether a ratio of the phase is above the limit. The control phase says nothing about the bank. */
export function isAboveLimit(phase: Judged): boolean {
  return isFlooded(phase) && (phase.medianRatio > ratioMax || phase.p99Ratio > ratioMax)
}

/**
 * What must never happen in a phase, in sentences: a transfer without acknowledgement, a failure of the bank, strangers who got
 * nothing.
 */
export function failuresOf({ setUp, phases }: Measured): string[] {
  return phases.flatMap(({ name, lost, strangers }) => {
    const faults = Object.entries(strangers?.answers ?? {}).filter(([status]) => /^5\d\d$/.test(status))
    const heardNothing = strangers && strangers.open === 0 && Object.keys(strangers.answers).length === 0
    return [
      ...(lost.length > 0
        ? [`${lost.length} transfers not acknowledged (${[...new Set(lost)].join()})`]
        : []),
      ...faults.map(([status, count]) => `strangers were answered ${status}: ${count} times`),
      ...(heardNothing ? ['strangers got no answer at all'] : []),
    ].map((failure) => `${setUp.title}, ${name}: ${failure}`)
  })
}

function isFlooded({ name }: Phase): boolean {
  return name !== 'quiet' && name !== 'control'
}

function rowOf(phase: Judged): string[] {
  const { name, medianMilliseconds, p99Milliseconds, medianRatio, p99Ratio, strangers, seconds, others } =
    phase
  const answers = Object.entries(strangers?.answers ?? {}).toSorted(([, a], [, b]) => b - a)
  const count = answers.reduce((sum, [, one]) => sum + one, 0)
  const held = strangers && answers.length < 1 ? `${strangers.open} open` : ''
  return [
    name,
    decimals(medianMilliseconds),
    decimals(p99Milliseconds),
    decimals(medianRatio),
    decimals(p99Ratio),
    isAboveLimit(phase) ? `ABOVE ${ratioMax}` : '',
    strangers ? whole(count / seconds) : '',
    strangers ? percent(strangers.processorSeconds / seconds) : '',
    percent((phase.bankProcessorSeconds ?? Number.NaN) / seconds),
    percent(others),
    answers.map(([status, one]) => `${status}: ${whole(one)}`).join(', ') + held,
  ]
}
