import { Refusal } from '../refusal.ts'
import { countedAddress } from './origin.ts'

/**
 * The order in which requests are taken up. A request with a session that was seen open lately goes ahead at once. All
 * others wait for their turn: one in each turn of the event loop, the addresses in rotation. However many strangers ask,
 * a customer's request waits for one of them at most.
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

/** Opens the queue of this process. `nextTurn` runs a function in the next turn of the event loop. */
export function openFairQueue(nextTurn: (work: () => void) => void = setImmediate): FairQueue {
  const trusted = openRecentKeys()
  const waiting = new Map<string, Go[]>()
  let count = 0
  let isPaced = false

  function takeTurn(): void {
    const first = waiting.entries().next()
    if (first.done) {
      isPaced = false
      return
    }
    const [address, gos] = first.value
    const go = gos.shift()!
    count--
    waiting.delete(address)
    // Behind the other addresses.
    if (gos.length > 0) waiting.set(address, gos)
    nextTurn(takeTurn)
    go()
  }

  return {
    trust: trusted.add,
    distrust: trusted.remove,
    enter({ sessionKey, ip }, go) {
      if (sessionKey !== undefined && trusted.has(sessionKey)) return go()
      if (!isPaced) {
        isPaced = true
        nextTurn(takeTurn)
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
