import { countedAddress } from '../api/origin.ts'

/**
 * The order in which requests start. A request with a recently verified session starts at once, while the session has not used up its
 * budget. All others wait: one starts in each turn of the event loop, the addresses and the sessions over their budget in
 * rotation (fair queueing), and they get at most half of the time. So a customer's request waits for at most one visitor's
 * request, however many there are.
 */
export type RequestQueue = {
  /**
   * Calls `start` when it is the request's turn, with true where its session has used up its budget. Returns false, and never calls it,
   * when too many wait: the caller ends the connection.
   */
  readonly enter: (from: { sessionKey: string | undefined; ip: string }, start: Start) => boolean
  /** The session with this key is open: its requests start at once from now on, as far as its budget goes. */
  readonly trust: (sessionKey: string) => void
  /** The session has ended or exceeded a rate limit: its budget is used up. */
  readonly distrust: (sessionKey: string) => void
  /** How many requests wait. */
  readonly waitingCount: () => number
}

type Start = (isOverBudget: boolean) => void

// Enough for an office behind one address, or for all callers behind a proxy that is not trusted. In all, the requests one
// process has memory for.
const waitingOfNameMax = 1_000
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

/** Opens the queue of this process. `isBudgeted`: a session goes ahead as far as its budget goes; otherwise always. */
export function openRequestQueue(
  { isBudgeted }: { isBudgeted: boolean },
  { nextTurn, after, now }: EventLoop = eventLoop,
): RequestQueue {
  const requestCost = isBudgeted ? requestMilliseconds : 0
  const budgets = openBudgets()
  /** By the address, or by the key of a session over its budget. */
  const waiting = new Map<string, (() => void)[]>()
  let count = 0
  let isPaced = false
  /** Milliseconds spent on waiting requests since the last pause. */
  let worked = 0

  function planTurn(): void {
    const began = now()
    nextTurn(() => {
      worked += now() - began
      if (worked <= workMillisecondsMax) return takeTurn()
      // Also where none waits: the next request of one connection would follow at once.
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
    const [name, starts] = first.value
    const start = starts.shift()!
    count--
    waiting.delete(name)
    // Behind the others.
    if (starts.length > 0) waiting.set(name, starts)
    planTurn()
    start()
  }

  return {
    trust: (sessionKey) => budgets.open(sessionKey, now()),
    distrust: (sessionKey) => budgets.empty(sessionKey, now()),
    waitingCount: () => count,
    enter({ sessionKey, ip }, start) {
      const budget = sessionKey === undefined ? undefined : budgets.find(sessionKey)
      const began = now()
      if (budget && take(budget, requestCost, began)) {
        start(false)
        // A millisecond of work costs as much as a request; most take a fraction of one.
        budget.fullAt += (now() - began) * requestCost
        return true
      }
      if (!isPaced) {
        isPaced = true
        planTurn()
        start(budget !== undefined)
        return true
      }
      const name = budget ? sessionKey! : countedAddress(ip)
      const starts = waiting.get(name) ?? []
      if (starts.length >= waitingOfNameMax || count >= waitingMax) return false
      starts.push(() => start(budget !== undefined))
      waiting.set(name, starts)
      count++
      return true
    },
  }
}

// 20 requests at once, as many as a page of the bank sends, and 10 a second: twice what the limits of a user allow.
const requestMilliseconds = 100
const budgetMilliseconds = 2_000

/**
 * When the budget of a session will be full again, in milliseconds of the event loop's clock. A request moves it by `requestMilliseconds`,
 * and finds the budget used up at `budgetMilliseconds` from now (a leaky bucket).
 */
type Budget = { fullAt: number }

/** Takes a request's cost in milliseconds from a budget. Returns false when it is used up. */
function take(budget: Budget, cost: number, now: number): boolean {
  const fullAt = Math.max(budget.fullAt, now) + cost
  if (fullAt > now + budgetMilliseconds) return false
  budget.fullAt = fullAt
  return true
}

// At most twice as many sessions are kept, in less than 5 MB.
const sessionsMax = 10_000

/** The budgets of sessions, by key. Forgets the sessions that were opened longest ago. */
function openBudgets() {
  let recent = new Map<string, Budget>()
  let earlier = new Map<string, Budget>()
  const find = (key: string) => recent.get(key) ?? earlier.get(key)
  return {
    find,
    /** Opens a budget, which is full, or leaves the session's as it is. */
    open(key: string, now: number): void {
      if (recent.has(key)) return
      const budget = earlier.get(key) ?? { fullAt: now }
      if (recent.size >= sessionsMax) {
        earlier = recent
        recent = new Map()
      }
      recent.set(key, budget)
    },
    /** Not forgotten: it would be full when the session is next seen open. */
    empty(key: string, now: number): void {
      const budget = find(key)
      if (budget) budget.fullAt = now + budgetMilliseconds
    },
  }
}
