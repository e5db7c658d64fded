import { Refusal } from '../../refusal.ts'
import { countedAddress } from '../api/origin.ts'

/**
 * The order in which requests are taken up. A request with a session that was seen open lately goes ahead at once. All
 * others wait for their turn: one in each turn of the event loop, the addresses in rotation, and half of the time at most.
 * However many strangers ask, a customer's request waits for one of them at most.
 */
export type FairQueue = {
  /** Calls `go` when it is the request's turn, with the refusal `busy` when too many wait already. */
  readonly enter: (from: { sessionKey: string | undefined; ip: string }, go: Go) => void
  /** The session with this key is open: from now on its requests go ahead. */
  readonly trust: (sessionKey: string) => void
  /** Its requests wait with all others: it has ended, or asks for more than one person can. */
  readonly distrust: (sessionKey: string) => void
}

type Go = (refusal?: Refusal) => void

// An office, or everybody where the proxy in front is not trusted; and what one process has memory for.
const waitingOfAddressMax = 1_000
const waitingMax = 10_000

/** The event loop, for tests to take the place of. Times in milliseconds. */
export type Loop = {
  readonly nextTurn: (work: () => void) => void
  readonly after: (milliseconds: number, work: () => void) => void
  readonly now: () => number
}

const eventLoop: Loop = {
  nextTurn: setImmediate,
  after: (milliseconds, work) => void setTimeout(work, milliseconds),
  now: () => performance.now(),
}

// Some ten requests. After so much work for strangers customers have as much time to themselves.
const workMillisecondsMax = 2

/** Opens the queue of this process. */
export function openFairQueue({ nextTurn, after, now }: Loop = eventLoop): FairQueue {
  const trusted = openRecentKeys()
  const waiting = new Map<string, Go[]>()
  let count = 0
  let isPaced = false
  /** Milliseconds worked for strangers since the last pause. */
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
    const [address, gos] = first.value
    const go = gos.shift()!
    count--
    waiting.delete(address)
    // Behind the other addresses.
    if (gos.length > 0) waiting.set(address, gos)
    planTurn()
    go()
  }

  return {
    trust: trusted.add,
    distrust: trusted.remove,
    enter({ sessionKey, ip }, go) {
      if (sessionKey !== undefined && trusted.has(sessionKey)) return go()
      if (!isPaced) {
        isPaced = true
        planTurn()
        return go()
      }
      const address = countedAddress(ip)
      const gos = waiting.get(address) ?? []
      if (gos.length >= waitingOfAddressMax || count >= waitingMax) return go(new Refusal('busy'))
      gos.push(go)
      waiting.set(address, gos)
      count++
    },
  }
}

// Twice as many are kept at most, in less than 5 MB.
const keysMax = 10_000

/** The keys added last. */
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
