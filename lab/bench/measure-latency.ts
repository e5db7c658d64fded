import { watchOthers } from './others.ts'
import { sendTransfers, type Target, type TransferRound } from './send-transfers.ts'

/** What people wait for while the bank has half the work it can do. */
export type Latency = {
  readonly processes: number
  /** As many transfers a second as the bank took in the round before each. */
  readonly capacity: readonly TransferRound[]
  readonly planned: readonly TransferRound[]
  readonly others: number
}

// The most that are measured in a closed loop, where the bank takes the most; and more than are ever under way at half
// of that, so that who is due need not wait for a connection.
const capacityConnections = 256
const plannedConnections = 1_000

/**
 * Measures by turns what the bank can take, and how long transfers are on their way that are sent at fixed moments, half as
 * many a second as it took. `say` hears of each round.
 */
export async function measureLatency(
  target: Target,
  { seconds, rounds }: { seconds: number; rounds: number },
  say: (line: string) => void,
): Promise<Latency> {
  const capacity: TransferRound[] = []
  const planned: TransferRound[] = []
  const processes = target.banks.length
  const others = watchOthers()
  for (let round = 1; round <= rounds; round++) {
    const most = await sendTransfers(target, { by: 'lean', connections: capacityConnections, seconds })
    const half = await sendTransfers(target, {
      by: 'lean',
      connections: plannedConnections,
      seconds,
      perSecond: most.perSecond / 2,
    })
    capacity.push(most)
    planned.push(half)
    say(
      `${processes === 1 ? 'one process' : `${processes} processes`} at half of ${Math.round(most.perSecond)} ` +
        `transfers/s, round ${round}: 99 of 100 in ${half.slowestHundredthMilliseconds.toFixed(1)} ms`,
    )
  }
  return { processes, capacity, planned, others: others() }
}
