import type { AccountView } from '@bank/contract/accounts/view'
import { linkTo } from '@bank/contract/pages'
import { customerTexts } from '@bank/contract/toast-texts/customers'
import { Link } from 'react-router'
import { AccountDetails } from '../accounts/account-details.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** In place of the transactions of an account that has none: how money gets in, and what else a new customer does first. */
export function FirstMoney({ account }: { account: AccountView }) {
  return (
    <EmptyState title={customerTexts.transactions.none} padding="px-4 py-2">
      <p className="max-w-prose text-muted-foreground">
        Get money in: share your account details with your employer or anyone who pays you.
      </p>
      <AccountDetails
        account={account}
        className="min-h-target rounded-control bg-primary px-4 py-2 text-label text-primary-foreground hover:bg-primary-hover"
      >
        Share your account details
      </AccountDetails>
      <p className="flex flex-wrap justify-center gap-x-6">
        <Link to={linkTo('payees')} className="link-alone">
          Save your first payee
        </Link>
        <Link to={linkTo('settings')} className="link-alone">
          Turn on two-factor authentication
        </Link>
      </p>
    </EmptyState>
  )
}
