import type { AccountChoice } from '../api/chosen-account.ts'

/** The name of the transfer form of a chosen account. That of the main account is the one of the time when it was the only one. */
export function transferFrom(choice: AccountChoice): string {
  return choice === undefined ? 'transfer' : `transfer from ${choice}`
}
