import { median, medianRatio } from '../median.ts'
import type { Options } from './arguments.ts'
import { createPgbenchDatabase } from './database.ts'
import { openPgbench } from './pgbench.ts'
import { decimals, type Findings, figure, tableOf, whole } from './report.ts'
import {
  bankCost,
  bankMegabytes,
  checkpoint,
  measureRound,
  openScene,
  perSecond,
  postgresCost,
  type Round,
  usualCustomers,
} from './scene.ts'

/** All rounds at one number of connections. */
type Measurement = {
  readonly connections: number
  readonly transfers: readonly Round[]
  /** TPC-B transactions a second; empty when pgbench is not installed. */
  readonly tpcb: readonly number[]
}

/** Measures transfers through HTTP and TPC-B in alternating rounds, on one PostgreSQL. */
export async function measureTransfers(options: Options, cleanup: AsyncDisposableStack): Promise<Findings> {
  const { connections, seconds, rounds } = options
  const scene = await openScene(cleanup)
  const pgbench = await openPgbench(await createPgbenchDatabase(scene.database))
  console.log(pgbench ? `TPC-B by ${pgbench.version}` : 'No TPC-B: pgbench is not installed')

  const measured: Measurement[] = []
  for (const count of connections) {
    await checkpoint(scene.database)
    const transfers: Round[] = []
    const tpcb: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const sent = await measureRound(scene, { connections: count, seconds })
      const perSecond = await pgbench?.run(count, seconds)
      console.log(
        `${count} connections: ${whole(sent.perSecond)} transfers/s, ${whole(perSecond ?? Number.NaN)} TPC-B/s`,
      )
      // Programs are slower in their first seconds: the first round does not count.
      if (round === 0) continue
      transfers.push(sent)
      if (perSecond !== undefined) tpcb.push(perSecond)
    }
    measured.push({ connections: count, transfers, tpcb })
  }
  const sides = [1, usualCustomers].map((count) => ({ count, rounds: [] as Round[] }))
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const customers = scene.customers.slice(0, side.count)
      side.rounds.push(await measureRound({ ...scene, customers }, { connections: 64, seconds }))
    }
  }
  const hotAndSpread = sides.map((side) => side.rounds)
  return transferFindings(measured, hotAndSpread)
}

/** `hot`: rounds from one account. `spread`: rounds from many. */
function transferFindings(
  measured: readonly Measurement[],
  [hot, spread]: readonly (readonly Round[])[],
): Findings {
  const at = (connections: number) => measured.find((one) => one.connections === connections)
  const timesTpcb = (connections: number, atLeast: number) =>
    figure(`Transfers to TPC-B at ${connections} connections`, ratioToTpcb(at(connections)), '', { atLeast })
  const at64 = (read: (round: Round) => number) => median((at(64)?.transfers ?? []).map(read))
  const memory = Math.max(...measured.flatMap(({ transfers }) => transfers.map(bankMegabytes)))
  return {
    part: 'transfers',
    figures: [
      timesTpcb(16, 1),
      timesTpcb(64, 2),
      timesTpcb(256, 4),
      figure('Processor time of the bank per transfer at 64 connections', at64(bankCost), ' µs'),
      figure('Processor time of PostgreSQL per transfer at 64 connections', at64(postgresCost), ' µs'),
      figure(
        'Transfers from one hot account to those from 1,000, at 64 connections',
        medianRatio(hot!.map(perSecond), spread!.map(perSecond)),
        '',
        { atLeast: 0.7 },
      ),
      figure('Memory of the bank under load', memory, ' MB', { atMost: 250 }),
    ],
    tables: [transferTable(measured)],
  }
}

function transferTable(measured: readonly Measurement[]) {
  const middle = (read: (round: Round) => number) => (one: Measurement) =>
    whole(median(one.transfers.map(read)))
  return tableOf(
    'Transfers through HTTP, and TPC-B',
    measured,
    {
      connections: ({ connections }) => String(connections),
      'transfers/s': middle(perSecond),
      'p50 ms': middle(({ p50Milliseconds }) => p50Milliseconds),
      'p99 ms': middle(({ p99Milliseconds }) => p99Milliseconds),
      'TPC-B/s': ({ tpcb }) => whole(median(tpcb)),
      ratio: (one) => decimals(ratioToTpcb(one)),
      'bank µs': middle(bankCost),
      'PostgreSQL µs': middle(postgresCost),
      'bank MB': ({ transfers }) => whole(Math.max(...transfers.map(bankMegabytes))),
      'table bytes': middle(({ database, acknowledged }) => database.tableBytes / acknowledged),
      'log bytes': middle(({ database, acknowledged }) => database.logBytes / acknowledged),
    },
    'ratio: transfers to TPC-B of the same round. µs: processor time for one transfer. bytes: what one transfer adds to the tables with their indexes, and to the write-ahead log.',
  )
}

function ratioToTpcb(measured: Measurement | undefined): number {
  return medianRatio(measured?.transfers.map(perSecond) ?? [], measured?.tpcb ?? [])
}
