import type { Cost, Costs } from './costs.ts'
import type { LogTimes } from './write-ahead-log.ts'

// What was measured on one machine: two cores (AMD EPYC), 24 GiB, Linux 6.18, Node 24.21, PostgreSQL 18.4, on 23 November 2026, by
//   npm run bench -- --parts processes,statements
// Each figure says which column of its report it is from. To simulate another machine, run this there and replace them.

/** Part `processes`: transfers a second, and transfers in a batch. The medians of six rounds. */
export type MeasuredSpeed = {
  readonly processes: number
  readonly connections: number
  readonly perSecond: number
  readonly batch: number
}

export const measuredSpeeds: readonly MeasuredSpeed[] = [
  { processes: 1, connections: 16, perSecond: 3_700, batch: 7 },
  { processes: 2, connections: 16, perSecond: 2_900, batch: 3.7 },
  { processes: 1, connections: 64, perSecond: 5_520, batch: 25.99 },
  { processes: 2, connections: 64, perSecond: 5_423, batch: 14.09 },
  { processes: 1, connections: 256, perSecond: 7_156, batch: 106 },
  { processes: 2, connections: 256, perSecond: 7_422, batch: 61.21 },
]

// Part `statements`, "the program": all that the event loop does for a batch. How it is divided among the three moments is an
// estimate: the second one reads the most rows, compares PINs, decides, seals and encodes the largest statement.
const programBatch: Cost = { once: 283, each: 18.6 }

// Part `processes`, "loop µs" less the batches: a line through the rows of the report, over the queries for each transfer. HTTP is
// divided evenly between request and answer.
const programLookup: Cost = { once: 200, each: 14 }
const http = 50.5

export const measuredCosts: Costs = {
  loop: {
    request: http / 2,
    answer: http / 2,
    sendLookup: part(programLookup, 0.4),
    readLookup: part(programLookup, 0.6),
    sendFirstTrip: part(programBatch, 0.25),
    decide: part(programBatch, 0.6),
    readSecondTrip: part(programBatch, 0.15),
  },
  // Part `processes`, "bank µs" less "loop µs".
  otherThreads: 11,
  statements: {
    // Part `processes`, "PostgreSQL µs" less the batches: a line over the queries for each transfer.
    'find-sessions': { once: 310, each: 8.6 },
    // Part `statements`. Each was sent alone, so the 21 µs of an empty trip are left out of all but the first of each trip.
    'books-begin': { once: 28, each: 0.1 },
    'books-lock-ledger-accounts': { once: 105, each: 2 },
    'books-lock-senders': { once: 121, each: 2.7 },
    'books-read-guards': { once: 28, each: 0.2 },
    'books-read-postings': { once: 9, each: 2.7 },
    'books-write': { once: 149, each: 31.7 },
    // Without `afterFlush`, which is an estimate of half of it.
    'books-commit': { once: 21, each: 3.2 },
  },
  afterFlush: 21,
  // Part `processes`, "sender µs".
  sender: 43,
}

/** The log of that machine: "flush µs" at one connection, where nothing else wants a core, and what each transfer's 1,750 bytes add. */
export const measuredLog: LogTimes = { once: 0.239, each: 0.001, standby: 0 }

/** The base slice of Linux's scheduler on two cores: 0.7 ms times 1 + log2(2). */
export const sliceMilliseconds = 1.4

function part({ once, each }: Cost, share: number): Cost {
  return { once: once * share, each: each * share }
}
