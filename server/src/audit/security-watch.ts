import type { SecurityEvent } from './security-event.ts'

/**
 * Collects security events in memory until a job writes them, so that no response waits for them. Per minute at most ten of
 * a kind and network are kept, and 300 in all; the others are counted. An attack fills neither the table nor the memory.
 */
export type SecurityWatch = {
  readonly note: (event: Omit<SecurityEvent, 'leftOut'>) => void
  /** Removes and returns the events since the last call and the counts of completed minutes. `now` in milliseconds. */
  readonly take: (now: number) => SecurityEvent[]
  /** Returns events that could not be written to the queue. */
  readonly putBack: (events: readonly SecurityEvent[]) => void
  /** The number of events since the start, including the omitted ones. */
  readonly count: () => number
}

const ofKindAndNetworkMax = 10
const ofMinuteMax = 300
/** The most kinds and networks that are counted separately in a minute; the rest is counted together. */
const countsMax = 300
/** The most events that wait for an unavailable database. */
const waitingMax = 2_000
const minute = 60_000

export function openSecurityWatch(): SecurityWatch {
  let waiting: SecurityEvent[] = []
  let counts = new Map<string, EventCount>()
  let others = 0
  let kept = 0
  let minuteNo = 0
  let total = 0

  function endMinute(): void {
    const at = new Date((minuteNo + 1) * minute - 1)
    const nothing = { userId: null, route: null, traceId: null, at }
    for (const { kind, network, leftOut } of counts.values()) {
      if (leftOut > 0) waiting.push({ ...nothing, kind, network, leftOut })
    }
    if (others > 0) waiting.push({ ...nothing, kind: 'other', network: 'other', leftOut: others })
    waiting = waiting.slice(0, waitingMax)
    counts = new Map()
    others = 0
    kept = 0
  }

  function startMinuteOf(now: number): void {
    const current = Math.floor(now / minute)
    if (current === minuteNo) return
    endMinute()
    minuteNo = current
  }

  return {
    count: () => total,
    note(event) {
      startMinuteOf(event.at.getTime())
      total++
      const { kind, network } = event
      const name = `${kind} ${network}`
      let counted = counts.get(name)
      if (!counted) {
        if (counts.size >= countsMax) {
          others++
          return
        }
        counted = { kind, network, kept: 0, leftOut: 0 }
        counts.set(name, counted)
      }
      if (counted.kept >= ofKindAndNetworkMax || kept >= ofMinuteMax || waiting.length >= waitingMax) {
        counted.leftOut++
        return
      }
      counted.kept++
      kept++
      waiting.push({ ...event, leftOut: 0 })
    },
    take(now) {
      startMinuteOf(now)
      const taken = waiting
      waiting = []
      return taken
    },
    putBack(events) {
      waiting = [...events, ...waiting].slice(0, waitingMax)
    },
  }
}

/** The events of a kind from a network in one minute. */
type EventCount = { readonly kind: string; readonly network: string; kept: number; leftOut: number }
