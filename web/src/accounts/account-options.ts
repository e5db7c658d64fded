import type { AccountView } from '@bank/contract/accounts/view'
import { formatMoney } from '@bank/contract/format-money'
import { accountName } from './account-name.tsx'

/** Accounts as the options of a choice, with their balances unless amounts are hidden. */
export function accountOptions(accounts: readonly AccountView[], isHidden: boolean) {
  return accounts.map((account) => ({
    value: account.number,
    // The name is isolated from what follows it, in either writing direction.
    label: `\u2068${accountName(account)}\u2069 ··${account.number.slice(-4)}${isHidden ? '' : `, ${formatMoney(account.balance, account.currency)}`}`,
  }))
}
