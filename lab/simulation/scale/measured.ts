import type { Cost, Costs } from './costs.ts'

// What was measured on one machine: two cores (AMD EPYC), 24 GiB, Linux 6.18, Node 24.21, PostgreSQL 18.4, on 23 November 2026, by
//   npm run bench -- --parts processes,statements --connections 1,16,64,256
// Each figure says which column of the report it is from. To simulate another machine, run this there and replace them.

/** A row of part `processes`. */
export type MeasuredSpeed = {
  readonly processes: number
  readonly connections: number
  readonly perSecond: number
  /** Transfers in a batch of the books. */
  readonly batch: number
  /** The time of the log for each flush. */
  readonly logMilliseconds: number
}

export const measuredSpeeds: readonly MeasuredSpeed[] = [
  { processes: 1, connections: 1, perSecond: 638, batch: 1, logMilliseconds: 0.239 },
  { processes: 1, connections: 16, perSecond: 4_165, batch: 7.05, logMilliseconds: 0.248 },
  { processes: 2, connections: 16, perSecond: 3_423, batch: 3.76, logMilliseconds: 0.502 },
  { processes: 1, connections: 64, perSecond: 6_333, batch: 25.87, logMilliseconds: 0.633 },
  { processes: 2, connections: 64, perSecond: 5_971, batch: 14.08, logMilliseconds: 0.92 },
  { processes: 1, connections: 256, perSecond: 7_595, batch: 105.54, logMilliseconds: 0.984 },
  { processes: 2, connections: 256, perSecond: 7_233, batch: 60.97, logMilliseconds: 1.431 },
]

// Part `statements`, "the program": all that the event loop does for a batch. How it is divided among the three moments is an
// estimate: the second one reads the most rows, compares PINs, decides, seals and encodes the largest statement.
const programBatch: Cost = { once: 283, each: 18.6 }

// Part `processes`, "loop µs" less the batches: a line through the six rows with 16 connections or more, over the queries for each transfer. Of the 64 µs that each
// transfer then takes, 14 are counted for its session and the rest evenly for its request and its answer, which is an estimate.
const programLookup: Cost = { once: 112, each: 14 }
const http = 50

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
  otherThreads: 9,
  statements: {
    // Part `processes`, "PostgreSQL µs" less the batches: a line in the same way.
    'find-sessions': { once: 124, each: 14 },
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
  sender: 45,
}

/** On that machine a message woke another program after 0.03 ms: half of a round trip over a Unix socket, less the work. */
export const messageMilliseconds = 0.03

/** The base slice of Linux's scheduler on two cores: 0.7 ms times 1 + log2(2). */
export const sliceMilliseconds = 1.4

/**
 * An estimate. Without a spread the threads of a simulated machine fall into one of several rhythms and stay in it, with up to 20 %
 * more or fewer transfers. With 1 instead of 0.5 the results on two cores change by 0 to 3 %, with one process and 16 connections by 13 %.
 */
export const jobSpread = 0.5

function part({ once, each }: Cost, share: number): Cost {
  return { once: once * share, each: each * share }
}
