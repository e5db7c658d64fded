import type { Link, Span } from '@opentelemetry/api'
import type { Books } from '../books/books.ts'
import { type DoBatch, type Environment, realEnvironment } from '../books/environment.ts'
import type { Instruction } from '../books/instruction.ts'
import { readingStatements } from '../books/lock-and-read.ts'
import { writingStatements } from '../books/write-rows.ts'
import type { BoundStatement, OpenPipelinedConnection } from '../postgres/pipelined-connection.ts'
import { failSpan, type Tracing } from './tracing.ts'

/** The spans of an instruction: from its submission to its outcome, and the part before its batch. */
type InstructionSpans = { readonly submitted: Span; readonly wait: Span }

export type TracedBooks = {
  /** For opening the books: takes the spans of batches and of their trips. */
  readonly environment: Environment
  /** The opened books, with the spans of instructions. */
  readonly traced: (books: Books) => Books
}

/**
 * The books with spans. An instruction is traced when it is submitted in a span, a batch when one of its instructions is.
 * A batch belongs to many requests, so it is a trace of its own, linked with each of them.
 */
export function traceBooks(tracing: Tracing): TracedBooks {
  const spansOf = new WeakMap<Instruction, InstructionSpans>()

  const traceBatches = (doBatch: DoBatch): DoBatch => {
    return (batch, since) => {
      const spans = batch.flatMap(({ instruction }) => spansOf.get(instruction) ?? [])
      // The lane runs in the span of the request that woke it, which has no part in this batch.
      if (spans.length === 0) return tracing.within(undefined, () => doBatch(batch, since))
      const span = tracing.start('batch', {
        attributes: {
          'bank.batch.size': batch.length,
          'bank.lane': batch[0]?.instruction.audit ? 'audited acts' : 'transfers',
        },
        links: spans.map(({ submitted }) => linkTo(submitted)),
      })
      for (const { submitted, wait } of spans) {
        submitted.addLink(linkTo(span))
        endOnce(wait)
      }
      return tracing.during(span, () => doBatch(batch, since))
    }
  }

  return {
    environment: {
      ...realEnvironment,
      connect: tracedConnect(tracing, realEnvironment.connect),
      traceBatches,
    },
    traced: (books) => ({
      ...books,
      submit: (instruction) => {
        const parent = tracing.current()
        if (!parent) return books.submit(instruction)
        const submitted = tracing.start('submit to the books', {
          parent,
          attributes: { 'bank.instruction': instruction.type },
        })
        const wait = tracing.start('lane wait', { parent: submitted })
        spansOf.set(instruction, { submitted, wait })
        return submitIn(submitted, wait, () => books.submit(instruction))
      },
    }),
  }
}

async function submitIn(submitted: Span, wait: Span, submit: () => ReturnType<Books['submit']>) {
  try {
    const outcome = await submit()
    if ('refusal' in outcome) submitted.setAttribute('bank.refusal', outcome.refusal.code)
    return outcome
  } catch (error) {
    failSpan(submitted, error)
    throw error
  } finally {
    // A full queue refuses an instruction before any batch takes it.
    endOnce(wait)
    submitted.end()
  }
}

/** A batch that fails is run again one by one, so the wait may have ended. */
function endOnce(span: Span): void {
  if (span.isRecording()) span.end()
}

function linkTo(span: Span): Link {
  return { context: span.spanContext() }
}

/** Times each trip of a batch. PostgreSQL sends the answers of a trip together, so the commit is timed with its trip. */
function tracedConnect({ current, start, during }: Tracing, connect: OpenPipelinedConnection) {
  const traced: OpenPipelinedConnection = async (db, options) => {
    const connection = await connect(db, options)
    return {
      ...connection,
      ask: (trip) => {
        const parent = current()
        if (!parent) return connection.ask(trip)
        const span = start(nameOf(trip), {
          parent,
          attributes: { 'db.system.name': 'postgresql', 'db.operation.batch.size': trip.length },
        })
        return during(span, () => connection.ask(trip))
      },
    }
  }
  return traced
}

function nameOf([first]: readonly BoundStatement[]): string {
  if (first && readingStatements.includes(first.statement)) return 'lock and read'
  if (first && writingStatements.includes(first.statement)) return 'write and commit'
  return first?.statement.name ?? 'no statement'
}
