import type { AccountView } from '@bank/contract/accounts/view'
import { accountTypes, labelOf } from '@bank/contract/option-lists'

/** The customer's name for an account; without one, the label of its type. */
export function accountName({ name, type }: Pick<AccountView, 'name' | 'type'>): string {
  return name ?? labelOf(accountTypes, type)
}

/** The name of an account with the last digits of its number, on one line: a long name is cut at its own end. */
export function AccountName({ account }: { account: Pick<AccountView, 'name' | 'type' | 'number'> }) {
  return (
    <span className="flex min-w-0 gap-2">
      <span dir="auto" className="truncate">
        {accountName(account)}
      </span>
      <NumberEnd number={account.number} />
    </span>
  )
}

/** The last digits of the number of an account. */
export function NumberEnd({ number }: Pick<AccountView, 'number'>) {
  return (
    <span className="shrink-0 font-normal text-muted-foreground tabular">
      <span aria-hidden>··</span>
      <span className="sr-only">ending in </span>
      {number.slice(-4)}
    </span>
  )
}
