import type { Locator, Page } from '@playwright/test'

/**
 * Who looks. `clara` has signed in and not entered the passcode; `clara elevated` has. `dora` is a customer opened for this one
 * look, active and with $100.00, so that what is done to her account disturbs nobody.
 */
export type Person = 'nobody' | 'alice' | 'bruno' | 'clara' | 'clara elevated' | 'dora'

/** A page of the bank, and everything it can look like. */
export type Screen = {
  /** One word or two, unique in the list: `transfer review`. */
  readonly name: string
  /** The address; asked for when the tool goes there, where it holds an id of this bank's. */
  readonly path: string | (() => Promise<string>)
  readonly as: Person
  readonly states: readonly State[]
}

/** One look of a screen: how it comes about, and what can then be seen. */
export type State = {
  /** Unique on its screen: `usual`, `loading`, `empty`. */
  readonly name: string
  /** Behind the address: a query or a fragment. */
  readonly query?: string
  /** Another person than the usual one of the screen. */
  readonly as?: Person
  /** The only widths at which it exists, in pixels; absent where it is there at each. */
  readonly widths?: readonly number[]
  /** What is made ready before going there: answers held back, refused or altered. */
  readonly arrange?: (page: Page) => Promise<void>
  /** What is done once arrived. */
  readonly act?: (page: Page) => Promise<void>
  /** What must be visible then. */
  readonly settled: (page: Page) => Locator
  /** True where what comes takes more room than anybody keeps free for it: a name of a hundred letters. */
  readonly isOverlong?: boolean
  /** What the browser may say in its console, because the state itself is a fault. */
  readonly tolerates?: RegExp
}
