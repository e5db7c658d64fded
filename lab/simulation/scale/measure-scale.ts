import { eventLoopTurn } from '../event-loop.ts'
import { openTimeline } from '../timeline.ts'
import { type Counters, openLoadedBank } from './loaded-bank.ts'
import type { ScaleSetup } from './scale-setup.ts'

/** Shares are from 0 to 1. */
export type ScaleResult = {
  readonly perSecond: number
  /** Transfers in a batch of the books. */
  readonly batch: number
  /** How much of their time the event loops work, the cores of the database's machine work, and the log is flushed. */
  readonly loopShare: number
  readonly databaseShare: number
  readonly logShare: number
  /** How much of their time the books wait for a row of the bank, or of a customer, that another process has locked. */
  readonly bankRowShare: number
  readonly customerRowShare: number
}

/**
 * Measures a bank of several processes in simulated time: the real books on the model of the database, where work takes the time
 * of its costs. The same seed gives the same figures. Throws when a transfer is refused, or acknowledged and not booked.
 */
export async function measureScale(
  setup: ScaleSetup,
  {
    seed = 1,
    seconds = 1,
    warmUpSeconds = 0.5,
  }: { seed?: number; seconds?: number; warmUpSeconds?: number } = {},
): Promise<ScaleResult> {
  const timeline = openTimeline()
  let hasProgress = false
  const noteProgress = () => {
    hasProgress = true
  }
  const bank = await openLoadedBank(setup, { timeline, noteProgress, seed })

  async function runFor(milliseconds: number): Promise<Counters> {
    let isOver = false
    timeline.after(milliseconds, () => {
      isOver = true
    })
    await eventLoopTurn()
    while (!isOver && timeline.step()) {
      if (!hasProgress) continue
      hasProgress = false
      await eventLoopTurn()
    }
    return bank.counters()
  }

  const before = await runFor(warmUpSeconds * 1_000)
  const after = await runFor(seconds * 1_000)
  bank.requireBooked()
  const grown = (counter: keyof Counters) => after[counter] - before[counter]
  const milliseconds = seconds * 1_000
  return {
    perSecond: grown('answered') / seconds,
    batch: grown('committed') / grown('batches'),
    loopShare: grown('loop') / (milliseconds * setup.processes),
    databaseShare: grown('database') / (milliseconds * setup.databaseCores),
    logShare: grown('log') / milliseconds,
    bankRowShare: grown('bankRow') / (milliseconds * setup.processes),
    customerRowShare: grown('customerRow') / (milliseconds * setup.processes),
  }
}
