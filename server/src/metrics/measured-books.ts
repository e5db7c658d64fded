import type { Currency } from '@bank/ledger/currency'
import type { Outcome } from '@bank/ledger/decide'
import { kindNames } from '@bank/ledger/kinds'
import type { Metric } from 'prom-client'
import type { Books } from '../books/books.ts'
import type { Instruction } from '../books/instruction.ts'
import { Refusal } from '../refusal.ts'
import { addDuration, type Durations, histogramValues, openDurations } from './durations.ts'
import { plainMetric } from './plain-metrics.ts'

/** The books with their metrics. */
export type MeasuredBooks = { readonly books: Books; readonly measures: readonly Metric[] }

const outcomes = ['done', 'repeated', 'refused', 'failed'] as const

/** What was counted of the instructions of one kind. */
type Counts = Record<(typeof outcomes)[number], number> & {
  readonly durations: Durations
  /** What was booked, in minor units. */
  readonly bookedMinor: Partial<Record<Currency, number>>
}

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Counts and times the instructions from the outside, so that no batch is slowed down. */
export function measureBooks(books: Books): MeasuredBooks {
  const kinds = new Map<string, Counts>([...kindNames, 'status_change'].map((kind) => [kind, openCounts()]))
  let waiting = 0
  return {
    measures: measuresOf(kinds, () => waiting),
    books: {
      ...books,
      async submit(instruction) {
        const counts = countsOf(kinds, instruction)
        const since = performance.now()
        waiting++
        try {
          const outcome = await books.submit(instruction)
          countOutcome(counts, outcome)
          return outcome
        } catch (error) {
          if (error instanceof Refusal && error.code === 'signed_out') counts.refused++
          else counts.failed++
          throw error
        } finally {
          waiting--
          addDuration(counts.durations, bounds, (performance.now() - since) / 1_000)
        }
      },
    },
  }
}

function openCounts(): Counts {
  return { done: 0, repeated: 0, refused: 0, failed: 0, durations: openDurations(bounds), bookedMinor: {} }
}

function countsOf(kinds: Map<string, Counts>, instruction: Instruction): Counts {
  const kind = instruction.type === 'change_status' ? 'status_change' : instruction.facts.kind
  const counts = kinds.get(kind) ?? openCounts()
  kinds.set(kind, counts)
  return counts
}

function countOutcome(counts: Counts, outcome: Outcome): void {
  if ('refusal' in outcome) {
    counts.refused++
    return
  }
  if (outcome.replayed) counts.repeated++
  else counts.done++
  if (!outcome.moved) return
  const { currency, amountMinor } = outcome.transaction
  counts.bookedMinor[currency] = (counts.bookedMinor[currency] ?? 0) + Number(amountMinor)
}

function measuresOf(kinds: ReadonlyMap<string, Counts>, countWaiting: () => number): Metric[] {
  const instructions = {
    name: 'bank_instructions_total',
    help: 'Instructions to the books: done, repeated, refused, or failed with an unknown outcome or because the bank was busy.',
    type: 'counter',
  } as const
  const booked = {
    name: 'bank_booked_minor_units_total',
    help: 'The amounts that the instructions have booked, in minor units: cents or pence.',
    type: 'counter',
  } as const
  const seconds = {
    name: 'bank_instruction_seconds',
    help: 'Time from submitting an instruction to the books until its outcome is on disk.',
    type: 'histogram',
  } as const
  const waiting = {
    name: 'bank_instructions_waiting',
    help: 'Instructions in the queue and in the batch under way.',
    type: 'gauge',
  } as const
  const every = () => [...kinds]
  return [
    plainMetric(instructions, () =>
      every().flatMap(([kind, counts]) =>
        outcomes.map((outcome) => ({ labels: { kind, outcome }, value: counts[outcome] })),
      ),
    ),
    plainMetric(booked, () =>
      every().flatMap(([kind, { bookedMinor }]) =>
        Object.entries(bookedMinor).map(([currency, value]) => ({ labels: { kind, currency }, value })),
      ),
    ),
    plainMetric(seconds, () =>
      every().flatMap(([kind, { durations }]) => histogramValues(seconds.name, bounds, { kind }, durations)),
    ),
    plainMetric(waiting, () => [{ labels: {}, value: countWaiting() }]),
  ]
}
