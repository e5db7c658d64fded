import type { AccountView } from '@bank/contract/accounts/view'
import { linkTo } from '@bank/contract/pages'
import { Link } from 'react-router'
import { AccountName } from '../accounts/account-name.tsx'
import { choiceOf } from '../api/chosen-account.ts'
import { Amount } from '../ui/amount.tsx'
import { Card } from '../ui/card.tsx'

/** Further accounts are on the page of all accounts. */
const accountsMax = 6

/** The accounts of a customer who has several, with their balances. Each leads to its own dashboard. */
export function AccountList({
  accounts,
  shown,
}: {
  accounts: readonly AccountView[]
  /** The number of the account that the dashboard is about. */
  shown: string
}) {
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-h2">Accounts</h2>
        <Link to={linkTo('accounts')} className="link-alone text-label">
          All accounts
        </Link>
      </div>
      <ul className="-mx-2 grid gap-x-4 sm:grid-cols-2">
        {accounts.slice(0, accountsMax).map((account) => (
          <li key={account.number} className="flex min-w-0">
            <Link
              to={linkTo('dashboard', { account: choiceOf(account) })}
              aria-current={account.number === shown ? 'true' : undefined}
              className="flex min-h-target min-w-0 grow items-center justify-between gap-3 rounded-control px-2 text-label hover:bg-hover aria-[current=true]:bg-primary-soft"
            >
              <AccountName account={account} />
              <span className="shrink-0">
                <Amount value={account.balance} currency={account.currency} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
