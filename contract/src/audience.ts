import type { Right } from './roles/rights.ts'

/**
 * Who may call an endpoint. Each endpoint states it: there is no default, so no endpoint is open by omission.
 * `server/src/http/api/admit-caller.ts` enforces it, and the API reference prints it.
 */
export type Audience =
  | { readonly signedIn: false }
  | {
      readonly signedIn: true
      /** Administrators are customers too. */
      readonly role: 'customer'
      /**
       * `recently`: signed in or confirmed within the last 10 minutes. `this change`: confirmed within the last 5 minutes
       * for this one change, which uses the confirmation up.
       */
      readonly confirmed?: 'recently' | 'this change'
      /** Also before a temporary password or PIN has been replaced. */
      readonly withTemporarySecrets?: true
      /** Also for a user who has yet to set up the two-factor authentication that the bank requires. */
      readonly withoutSecondFactor?: true
      /**
       * The request is about one of their accounts: the one that the query names (`accountChoice`), or the main one. `or all`: it may
       * be about all of them together, with `allAccounts` in place of a number.
       */
      readonly isOfAccount?: true | 'or all'
    }
  | {
      readonly signedIn: true
      /** The right that it needs, which only staff have. */
      readonly may: Right
      /** `true`: the passcode has been entered in this session. `recently`: within the last 10 minutes. */
      readonly elevated?: true | 'recently'
    }

/** Signed in or not. */
export const anyone = { signedIn: false } as const satisfies Audience

/** A signed-in user, for their own data. */
export const customer = { signedIn: true, role: 'customer' } as const satisfies Audience

/** A signed-in user, for one of their own accounts. */
export const accountHolder = { ...customer, isOfAccount: true } as const satisfies Audience

/** The same, or for all their accounts together. */
export const holderOfAccounts = { ...customer, isOfAccount: 'or all' } as const satisfies Audience

/** Staff with a right, before and after entering the passcode. */
export function staffWho<May extends Right>(may: May) {
  return { signedIn: true, may } as const satisfies Audience
}

/** Staff with a right who have entered the passcode in this session. */
export function elevatedStaffWho<May extends Right>(may: May) {
  return { signedIn: true, may, elevated: true } as const satisfies Audience
}
