import { Counter, Gauge, Histogram } from 'prom-client'
import type { Books } from '../books/books.ts'
import { Refusal } from '../refusal.ts'

/** The books with their metrics. */
export type MeasuredBooks = {
  readonly books: Books
  readonly measures: readonly (Counter | Gauge | Histogram)[]
}

/** Counts and times the instructions from the outside, so that no batch is slowed down. */
export function measureBooks(books: Books): MeasuredBooks {
  const registers: [] = []
  const done = new Counter({
    name: 'bank_instructions_total',
    help: 'Instructions that the books have carried out, including repeats.',
    registers,
  })
  const refused = new Counter({
    name: 'bank_instructions_refused_total',
    help: 'Instructions that the books have refused.',
    registers,
  })
  const failed = new Counter({
    name: 'bank_instructions_failed_total',
    help: 'Instructions with an unknown outcome or for which the bank was busy.',
    registers,
  })
  const waiting = new Gauge({
    name: 'bank_instructions_waiting',
    help: 'Instructions in the queue and in the batch under way.',
    registers,
  })
  const seconds = new Histogram({
    name: 'bank_instruction_seconds',
    help: 'Time from submitting an instruction to the books until its outcome is on disk.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  })
  return {
    measures: [done, refused, failed, waiting, seconds],
    books: {
      ...books,
      async submit(instruction) {
        const since = performance.now()
        waiting.inc()
        try {
          const outcome = await books.submit(instruction)
          if ('refusal' in outcome) refused.inc()
          else done.inc()
          return outcome
        } catch (error) {
          if (error instanceof Refusal && error.code === 'signed_out') refused.inc()
          else failed.inc()
          throw error
        } finally {
          waiting.dec()
          seconds.observe((performance.now() - since) / 1_000)
        }
      },
    },
  }
}
