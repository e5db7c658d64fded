import type { Chance } from './chance.ts'
import type { Query } from './model-statements.ts'

/** A fault before a statement is executed, or after it and before the answer. */
export type Fault =
  | { readonly kind: 'error' | 'fatal'; readonly code: string }
  | { readonly kind: 'cut'; readonly milliseconds: number; readonly isNoticed: boolean }
  | { readonly kind: 'silence'; readonly milliseconds: number }
  | { readonly kind: 'deaf' | 'garbage' }

export type Faults = ReturnType<typeof faultsOf>

// Conflicts, timeouts, out of resources.
const transientCodes = ['40001', '40P01', '55P03', '57014', '53000', '53100', '53200', '53300']
const fatalCodes = ['57P01', '57P02', '57P05', '25P03', '08006', '08P01']
const connectCodes = ['ECONNREFUSED', '53300', '57P03', 'ECONNRESET', '08001', '57P01']
const unexpectedCodes = ['XX000', '42703', '58030']

/** Chooses the faults of a fault plan: none in 10 % of the fault plans, exactly one in 40 %, many in the others. */
export function faultsOf(chance: Chance) {
  const kind = chance.next()
  const hasUnexpectedErrors = chance.happens(0.15)
  const rate = kind < 0.5 ? 0 : chance.oneOf([0.01, 0.03, 0.1, 0.3])
  // The point of a single fault, counted from the start; half of the time among the commits only, where most depends on it.
  const isOfCommits = chance.happens(0.5)
  const only = kind >= 0.1 && kind < 0.5 ? chance.below(isOfCommits ? 16 : 120) : -1
  const pauses = chance.oneOf([0, 0.1, 0.5])
  let points = 0
  let statements = 0
  let isReadOnly = false
  let isHealed = false

  const isTurn = (text: string) => {
    if (isOfCommits && only >= 0 && text !== 'commit') return false
    const point = points++
    return !isHealed && (point === only || (rate > 0 && chance.happens(rate)))
  }

  return {
    /** Whether there are errors that no list of transient errors has. */
    hasUnexpectedErrors,
    statements: () => statements,
    at(query: Query, moment: 'before' | 'after'): Fault | null {
      if (moment === 'before') statements++
      if (isReadOnly && !isHealed && moment === 'before' && /insert|update/.test(query.text)) {
        return { kind: 'error', code: '25006' }
      }
      if (!isTurn(query.text)) return null
      // A server that has become read-only stays so until faults end.
      if (chance.happens(0.03)) isReadOnly = true
      const fault = anyFault(chance, hasUnexpectedErrors)
      // A commit cannot fail after it was executed.
      return moment === 'after' && fault.kind === 'error' && query.text === 'commit'
        ? { kind: 'deaf' }
        : fault
    },
    /** A fault of a new connection: an error with this code, or no answer. */
    atConnect(): { readonly code: string } | 'silence' | null {
      if (!isTurn('connect')) return null
      return chance.happens(0.2) ? 'silence' : { code: chance.oneOf(connectCodes) }
    },
    /** Milliseconds that the server waits before a statement, so that other sessions run meanwhile. */
    pause: () => (pauses > 0 && chance.happens(pauses) ? chance.between(0, 3) : 0),
    /** Milliseconds that a message takes. */
    latency: () => chance.between(0.05, 0.5),
    /** Ends all faults. */
    heal(): void {
      isHealed = true
    },
  }
}

function anyFault(chance: Chance, hasUnexpectedErrors: boolean): Fault {
  switch (chance.below(hasUnexpectedErrors ? 8 : 7)) {
    case 0:
    case 1:
      return { kind: 'error', code: chance.oneOf(transientCodes) }
    case 2:
      return { kind: 'fatal', code: chance.oneOf(fatalCodes) }
    case 3:
      return {
        kind: 'cut',
        milliseconds: chance.happens(0.5) ? 0 : chance.between(0, 4_000),
        isNoticed: chance.happens(0.8),
      }
    case 4:
      return { kind: 'deaf' }
    case 5:
      return { kind: 'silence', milliseconds: chance.oneOf([5, 500, 2_900, 3_100, 7_000]) }
    case 6:
      return { kind: 'garbage' }
    default:
      return { kind: 'error', code: chance.oneOf(unexpectedCodes) }
  }
}
