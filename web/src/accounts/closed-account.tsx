import type { AccountView } from '@bank/contract/accounts/view'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { choiceOf, pathFor } from './account-in-url.ts'
import { closingDay, signInEndOf } from './closing-day.ts'

/** In the place of what a closed account no longer has: since when it is closed, and what stays. */
export function ClosedAccount({ account }: { account: AccountView }) {
  const signInEnd = signInEndOf(account)
  return (
    <Card className="grid w-full max-w-form justify-items-start gap-4">
      <h2 className="text-h2">This account is closed</h2>
      <p>
        You closed it on {closingDay(account)}. You can still read its transactions and download its
        statements.
      </p>
      {signInEnd && <p>You can log in until {signInEnd}. To use the account again, contact us.</p>}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={pathFor(choiceOf(account), '/transactions')} look="secondary">
          Transactions
        </ButtonLink>
        <ButtonLink to={pathFor(choiceOf(account), '/statement')} look="secondary">
          Statement
        </ButtonLink>
      </div>
    </Card>
  )
}
