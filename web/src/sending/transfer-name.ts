import type { AccountView } from '@bank/contract/accounts/view'
import { type AccountChoice, choiceOf } from '../api/chosen-account.ts'
import type { Intention } from '../api/idempotency-key.ts'

/** The name of the transfer form of a chosen account. That of the main account is the one of the time when it was the only one. */
export function transferFrom(choice: AccountChoice): string {
  return choice === undefined ? 'transfer' : `transfer from ${choice}`
}

/** Who sends a transfer, and from which of their accounts. */
export type Sender = { readonly id: string; readonly account: Pick<AccountView, 'number' | 'isMain'> }

/** The transfer that a customer is making from an account. There is one at a time in each tab. */
export function transferBy({ id, account }: Sender): Intention {
  return { person: id, purpose: transferOf(account) }
}

/** The name of the transfer form of an account. */
export function transferOf(account: Sender['account']): string {
  return transferFrom(choiceOf(account))
}
