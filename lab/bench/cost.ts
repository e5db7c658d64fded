import type { Figure, Table } from './figure.ts'
import { whole } from './format.ts'
import type { Measurement } from './measure-transfers.ts'
import { median } from './median.ts'
import type { TransferRound } from './send-transfers.ts'

/** What one transfer costs: in microseconds of processor time, and in bytes on the disk. */
type Cost = {
  readonly bankMicroseconds: number
  readonly databaseMicroseconds: number
  readonly senderMicroseconds: number
  readonly tableBytes: number
  readonly indexBytes: number
  readonly logBytes: number
}

/** What a transfer costs at each number of connections, with one process of the bank. */
export function costTable(measured: readonly Measurement[]): Table {
  return {
    title: 'What one transfer costs',
    headings: [
      'connections',
      'µs bank',
      'µs PostgreSQL',
      'µs sender',
      'bytes tables',
      'bytes indexes',
      'bytes log',
      'PostgreSQL MB',
    ],
    rows: measured.map(({ connections, lean }) => [
      String(connections),
      ...Object.values(costOf(lean)).map(whole),
      whole(median(lean.map(({ database }) => database.memoryBytes / 1_000_000))),
    ]),
    notes: [
      'µs: microseconds of processor time, of all processors; log: what a crash is recovered from, kept for a time only',
      'PostgreSQL MB: of all its processes, most of it what it keeps of the tables in memory',
    ],
  }
}

/** The same at 64 connections, as figures. */
export function costFigures(measured: readonly Measurement[]): Figure[] {
  const cost = costOf(measured.find(({ connections }) => connections === 64)?.lean ?? [])
  const figure = (name: string, key: keyof Cost, unit: string): Figure => ({
    name: `${name} for each transfer at 64 connections`,
    value: cost[key],
    unit,
  })
  return [
    figure('Processor time of the bank', 'bankMicroseconds', ' µs'),
    figure('Processor time of PostgreSQL', 'databaseMicroseconds', ' µs'),
    figure('Processor time of the sender', 'senderMicroseconds', ' µs'),
    figure('Tables on disk', 'tableBytes', ' bytes'),
    figure('Indexes on disk', 'indexBytes', ' bytes'),
    figure('Log on disk', 'logBytes', ' bytes'),
  ]
}

function costOf(rounds: readonly TransferRound[]): Cost {
  const each = (of: (round: TransferRound) => number) =>
    median(rounds.map((round) => of(round) / round.acknowledged))
  return {
    bankMicroseconds: each(({ bank }) => (bank.processorSeconds ?? Number.NaN) * 1e6),
    databaseMicroseconds: each(({ database }) => database.processorSeconds * 1e6),
    senderMicroseconds: each(({ processorSeconds }) => processorSeconds * 1e6),
    tableBytes: each(({ database }) => database.tableBytes),
    indexBytes: each(({ database }) => database.indexBytes),
    logBytes: each(({ database }) => database.logBytes),
  }
}
