import type { Action } from './page-actions.ts'
import type { Find } from './page-parts.ts'
import type { Person } from './people.ts'

/** A page of the bank with all its states. */
export type Screen = {
  /** One word or two, unique in the list: `transfer review`. */
  readonly name: string
  /** The path; a function where it contains an id of this bank. */
  readonly path: string | (() => Promise<string>)
  readonly as: Person
  readonly states: readonly State[]
}

/** One state of a screen: how it is reached, and what is visible then. */
export type State = {
  /** Unique on its screen: `usual`, `loading`, `empty`. */
  readonly name: string
  /** After the path: a query or a fragment. */
  readonly query?: string
  /** Another person than the screen's. */
  readonly as?: Person
  /** The only widths at which it exists, in pixels; absent for every width. */
  readonly widths?: readonly number[]
  /** Before the page is opened: answers held back, refused or altered. */
  readonly arrange?: readonly Action[]
  /** On the open page. */
  readonly act?: readonly Action[]
  /** What must be visible then. */
  readonly shows: Find
  /** Its text needs more space than a page reserves: a name of a hundred letters. */
  readonly isOverlong?: boolean
  /** Console messages that belong to the state. */
  readonly tolerates?: RegExp
}

/** The states of a screen by their names, the usual one first. */
export type States = Readonly<Record<string, Omit<State, 'name'>>>

export function screen(name: string, path: Screen['path'], as: Person, states: States): Screen {
  const named = Object.entries(states).map(([stateName, state]) => ({ name: stateName, ...state }))
  return { name, path, as, states: named }
}
