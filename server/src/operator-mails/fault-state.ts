/** What the bank knows of a fault, and what it has told the operator. Moments in milliseconds since 1970. */
export type FaultState = {
  readonly isPresent: boolean
  /** Since when it has been present, or gone. */
  readonly since: number
  /** Whether the operator was told that it began, and not yet that it ended. */
  readonly isTold: boolean
  /** When the operator was last told that it began; 0 for never. */
  readonly toldAt: number
  readonly changedAt: number
  /** The hour in which a process last followed it. Of a state that an earlier version stored it is not known. */
  readonly seenAt?: number
}

export type FaultStates = Readonly<Record<string, FaultState>>

const minute = 60_000
// A restart and a failover are shorter.
const heldMilliseconds = 5 * minute
const hour = 60 * minute
const repeatedMilliseconds = 4 * hour
// Longer than a process is away for.
const keptMilliseconds = 24 * hour

/**
 * What follows when a fault is present, or gone, at a moment: its new state, and what the operator is to be told. A fault has to last
 * for five minutes, and so has its end. A fault that comes again within four hours is told when they are over, if it is still there.
 */
export function follow(
  earlier: FaultState | undefined,
  isPresent: boolean,
  now: number,
): { state: FaultState; told?: 'began' | 'ended' } {
  const known = earlier ?? { isPresent: false, since: now, isTold: false, toldAt: 0, changedAt: now }
  const seen = { ...known, seenAt: now - (now % hour) }
  const state = known.isPresent === isPresent ? seen : { ...seen, isPresent, since: now, changedAt: now }
  if (now - state.since < heldMilliseconds || isPresent === state.isTold) return { state }
  if (!isPresent) return { state: { ...state, isTold: false, changedAt: now }, told: 'ended' }
  if (now - state.toldAt < repeatedMilliseconds) return { state }
  return { state: { ...state, isTold: true, toldAt: now, changedAt: now }, told: 'began' }
}

/** The state of each fault that was changed last: of those in memory, and those that other processes have stored. */
export function lastChanged(known: FaultStates, stored: FaultStates): FaultStates {
  const merged = { ...stored }
  for (const [name, state] of Object.entries(known)) {
    const other = merged[name]
    if (other === undefined || other.changedAt < state.changedAt) merged[name] = state
  }
  return merged
}

/** The states without those that no process has followed for a day: the process whose fault it was is gone. */
export function withoutForgotten(states: FaultStates, now: number): FaultStates {
  return Object.fromEntries(
    Object.entries(states).filter(([, { seenAt = 0 }]) => now - seenAt < keptMilliseconds),
  )
}
