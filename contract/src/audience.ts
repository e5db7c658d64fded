/**
 * Who may call an endpoint. Each endpoint states it: there is no default, so no endpoint is open by omission.
 * `server/src/http/api/callers.ts` enforces it, and the API reference prints it.
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
    }
  | {
      readonly signedIn: true
      readonly role: 'administrator'
      /** `true`: the passcode has been entered in this session. `recently`: within the last 10 minutes. */
      readonly elevated?: true | 'recently'
    }

/** Signed in or not. */
export const anyone = { signedIn: false } as const satisfies Audience

/** A signed-in user, for their own data. */
export const customer = { signedIn: true, role: 'customer' } as const satisfies Audience

/** An administrator, before and after entering the passcode. */
export const administrator = { signedIn: true, role: 'administrator' } as const satisfies Audience

/** An administrator who has entered the passcode in this session. */
export const elevatedAdministrator = { ...administrator, elevated: true } as const satisfies Audience
