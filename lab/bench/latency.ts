import { median } from '../median.ts'
import type { Options } from './arguments.ts'
import { watchDatabase } from './database.ts'
import { openOpenLoop } from './open-loop.ts'
import { keepReading, type Times, timesOf } from './reading.ts'
import { decimals, type Findings, figure, whole } from './report.ts'
import { checkpoint, measureRound, openScene, requireBooked } from './scene.ts'

// The bank's throughput is highest there.
const capacityConnections = 256

/** The times of transfers and of another customer's pages in one round. */
type LatencyRound = { readonly sentPerSecond: number; readonly transfers: Times; readonly pages: Times }

/** Measures transfers and pages at half of the bank's capacity, with transfers at even, planned moments. */
export async function measureLatency(
  { seconds, rounds }: Options,
  cleanup: AsyncDisposableStack,
): Promise<Findings> {
  const scene = await openScene(cleanup)
  const { bank, customers, database } = scene
  const sender = openOpenLoop(bank.address, customers)
  const measured: LatencyRound[] = []
  // Programs are slower in their first seconds: round 0 does not count.
  for (let round = 0; round <= rounds; round++) {
    await checkpoint(database)
    const most = await measureRound(scene, { connections: capacityConnections, seconds })
    const sentPerSecond = most.perSecond / 2
    const stopReading = keepReading(bank.address, customers.slice(0, 100))
    const stopDatabase = await watchDatabase(database.place)
    const sent = await sender.send({ perSecond: sentPerSecond, seconds })
    requireBooked(sent.acknowledged, await stopDatabase())
    const pages = await stopReading()
    if (sent.lost.length > 0) throw new Error(`${sent.lost.length} transfers were lost: ${sent.lost[0]}`)
    const transfers = timesOf(sent.milliseconds)
    if (round > 0) measured.push({ sentPerSecond, transfers, pages })
    console.log(`${whole(sentPerSecond)} transfers/s, round ${round}: p99 ${decimals(transfers.p99)} ms`)
  }
  sender.close()
  return latencyFindings(measured)
}

function latencyFindings(measured: readonly LatencyRound[]): Findings {
  const p = (share: 'p50' | 'p99', of: 'transfers' | 'pages') =>
    median(measured.map((round) => round[of][share]))
  const sent = median(measured.map(({ sentPerSecond }) => sentPerSecond))
  return {
    part: 'latency',
    figures: [
      figure('Transfers sent, half of capacity', sent, ' a second'),
      figure('p50 of transfers at half of capacity', p('p50', 'transfers'), ' ms'),
      figure('p99 of transfers at half of capacity', p('p99', 'transfers'), ' ms', { atMost: 25 }),
      figure('p50 of pages meanwhile', p('p50', 'pages'), ' ms'),
      figure('p99 of pages meanwhile', p('p99', 'pages'), ' ms', { atMost: 25 }),
    ],
  }
}
