import { Refusal } from '../../refusal.ts'
import { countedAddress } from '../api/origin.ts'

/**
 * The order in which requests start. A request with a recently verified session starts at once. All others wait: one starts
 * in each turn of the event loop, the addresses in rotation (fair queueing), and they get at most half of the time. So a
 * customer's request waits for at most one visitor's request, however many there are.
 */
export type RequestQueue = {
  /** Calls `start` when it is the request's turn, or at once with the refusal `busy` when too many wait. */
  readonly enter: (from: { sessionKey: string | undefined; ip: string }, start: Start) => void
  /** The session with this key is open: its requests start at once from now on. */
  readonly trust: (sessionKey: string) => void
  /** The session has ended or exceeded a rate limit: its requests wait like all others. */
  readonly distrust: (sessionKey: string) => void
}

type Start = (refusal?: Refusal) => void

// Enough for an office behind one address, or for all callers behind a proxy that is not trusted. In all, the requests one
// process has memory for.
const waitingOfAddressMax = 1_000
const waitingMax = 10_000

/** The event loop, replaceable in tests. Times in milliseconds. */
export type EventLoop = {
  readonly nextTurn: (work: () => void) => void
  readonly after: (milliseconds: number, work: () => void) => void
  readonly now: () => number
}

const eventLoop: EventLoop = {
  nextTurn: setImmediate,
  after: (milliseconds, work) => void setTimeout(work, milliseconds),
  now: () => performance.now(),
}

// About ten requests. After that much work for visitors, customers get the same time for themselves.
const workMillisecondsMax = 2

/** Opens the queue of this process. */
export function openRequestQueue({ nextTurn, after, now }: EventLoop = eventLoop): RequestQueue {
  const trusted = openRecentKeys()
  const waiting = new Map<string, Start[]>()
  let count = 0
  let isPaced = false
  /** Milliseconds spent on waiting requests since the last pause. */
  let worked = 0

  function planTurn(): void {
    const began = now()
    nextTurn(() => {
      worked += now() - began
      if (worked <= workMillisecondsMax || waiting.size === 0) return takeTurn()
      after(worked, takeTurn)
      worked = 0
    })
  }

  function takeTurn(): void {
    const first = waiting.entries().next()
    if (first.done) {
      isPaced = false
      worked = 0
      return
    }
    const [address, starts] = first.value
    const start = starts.shift()!
    count--
    waiting.delete(address)
    // Behind the other addresses.
    if (starts.length > 0) waiting.set(address, starts)
    planTurn()
    start()
  }

  return {
    trust: trusted.add,
    distrust: trusted.remove,
    enter({ sessionKey, ip }, start) {
      if (sessionKey !== undefined && trusted.has(sessionKey)) return start()
      if (!isPaced) {
        isPaced = true
        planTurn()
        return start()
      }
      const address = countedAddress(ip)
      const starts = waiting.get(address) ?? []
      if (starts.length >= waitingOfAddressMax || count >= waitingMax) return start(new Refusal('busy'))
      starts.push(start)
      waiting.set(address, starts)
      count++
    },
  }
}

// At most twice as many are kept, in less than 5 MB.
const keysMax = 10_000

/** A set that forgets the keys added longest ago. */
function openRecentKeys() {
  let recent = new Set<string>()
  let earlier = new Set<string>()
  return {
    has: (key: string) => recent.has(key) || earlier.has(key),
    add(key: string): void {
      if (recent.has(key)) return
      if (recent.size >= keysMax) {
        earlier = recent
        recent = new Set()
      }
      recent.add(key)
    },
    remove(key: string): void {
      recent.delete(key)
      earlier.delete(key)
    },
  }
}
