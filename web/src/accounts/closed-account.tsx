import type { AccountView } from '@bank/contract/accounts/view'
import { linkTo } from '@bank/contract/pages'
import { choiceOf } from '../api/chosen-account.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { closingDay, signInEndOf } from './closing-day.ts'

/** In the place of what a closed account no longer has: since when it is closed, and what stays. */
export function ClosedAccount({ account }: { account: AccountView }) {
  const signInEnd = signInEndOf(account)
  return (
    <Card className="mx-auto grid w-full max-w-form justify-items-start gap-4">
      <h2 className="text-h2">This account is closed</h2>
      <p>
        You closed it on {closingDay(account)}. You can still read its transactions and download its
        statements.
      </p>
      {signInEnd && <p>You can log in until {signInEnd}. To use the account again, contact us.</p>}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={linkTo('transactions', { account: choiceOf(account) })} look="secondary">
          Transactions
        </ButtonLink>
        <ButtonLink to={linkTo('statement', { account: choiceOf(account) })} look="secondary">
          Statement
        </ButtonLink>
      </div>
    </Card>
  )
}
