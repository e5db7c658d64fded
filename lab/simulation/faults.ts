import type { Chance } from './chance.ts'
import type { Query } from './model-statements.ts'

/** Something that goes wrong where a statement is about to be done, or has been done and not been answered. */
export type Fault =
  | { readonly kind: 'error' | 'fatal'; readonly code: string }
  | { readonly kind: 'cut'; readonly milliseconds: number; readonly isNoticed: boolean }
  | { readonly kind: 'silence'; readonly milliseconds: number }
  | { readonly kind: 'deaf' | 'garbage' }

/** What keeps a connection from being made: an error with this code, or none, and silence. */
export type ConnectFault = { readonly code: string } | 'silence'

export type Faults = {
  readonly at: (query: Query, moment: 'before' | 'after') => Fault | null
  readonly atConnect: () => ConnectFault | null
  /** Milliseconds that the server rests before a statement, so that others come between. */
  readonly pause: () => number
  /** Milliseconds that something is on its way. */
  readonly way: () => number
  /** From now on nothing goes wrong. */
  readonly heal: () => void
  /** How many statements there were. */
  readonly statements: () => number
  /** True where errors are thrown in that no list of passing faults has. */
  readonly areStrange: boolean
}

// Conflicts, a statement ended for its time, a server without room.
const passingCodes = ['40001', '40P01', '55P03', '57014', '53000', '53100', '53200', '53300']
const fatalCodes = ['57P01', '57P02', '57P05', '25P03', '08006', '08P01']
const connectCodes = ['ECONNREFUSED', '53300', '57P03', 'ECONNRESET', '08001', '57P01']
// A program's own fault, or the server's.
const strangeCodes = ['XX000', '42703', '58030']

/**
 * Draws what goes wrong. Some schedules go well, so that what they find needs no fault; many have one fault, at any of
 * their points; the rest have many.
 */
export function faultsOf(chance: Chance): Faults {
  const kind = chance.next()
  const areStrange = chance.happens(0.15)
  const rate = kind < 0.5 ? 0 : chance.oneOf([0.01, 0.03, 0.1, 0.3])
  // The one point at which it goes wrong, counted from the beginning; half of the time of the commits alone, which are
  // where the most depends on it.
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
    areStrange,
    statements: () => statements,
    at(query, moment) {
      if (moment === 'before') statements++
      if (isReadOnly && !isHealed && moment === 'before' && /insert|update/.test(query.text)) {
        return { kind: 'error', code: '25006' }
      }
      if (!isTurn(query.text)) return null
      // A server that has become a replica stays one until it is well again.
      if (chance.happens(0.03)) isReadOnly = true
      const drawn = draw(chance, areStrange)
      // What is done can no more be refused.
      return moment === 'after' && drawn.kind === 'error' && query.text === 'commit'
        ? { kind: 'deaf' }
        : drawn
    },
    atConnect() {
      if (!isTurn('connect')) return null
      return chance.happens(0.2) ? 'silence' : { code: chance.oneOf(connectCodes) }
    },
    pause: () => (pauses > 0 && chance.happens(pauses) ? chance.between(0, 3) : 0),
    way: () => chance.between(0.05, 0.5),
    heal() {
      isHealed = true
    },
  }
}

function draw(chance: Chance, areStrange: boolean): Fault {
  switch (chance.below(areStrange ? 8 : 7)) {
    case 0:
    case 1:
      return { kind: 'error', code: chance.oneOf(passingCodes) }
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
      return { kind: 'error', code: chance.oneOf(strangeCodes) }
  }
}
