import type { AccountView } from '@bank/contract/accounts/view'
import { Link } from 'react-router'
import { useLinkTo } from '../api/chosen-account.ts'
import { Amount } from '../ui/amount.tsx'
import { Card } from '../ui/card.tsx'

/** What of the balance is available, booked and expected, each leading to its rows. Nothing while nothing is pending. */
export function BalanceParts({ account }: { account: AccountView }) {
  const linkTo = useLinkTo()
  const { balance, inTransit, booked, expectedIn, currency } = account
  const isPending = [inTransit, expectedIn].some((amount) => /[1-9]/.test(amount))
  if (!isPending) return null
  const parts = [
    { name: 'Available', hint: 'What you can spend', amount: balance, to: linkTo('statement') },
    {
      name: 'Booked',
      hint: 'Before pending transfers',
      amount: booked,
      to: linkTo('transactions', { type: 'debit', status: 'pending' }),
    },
    {
      name: 'Expected in',
      hint: 'On its way to you',
      amount: expectedIn,
      to: linkTo('transactions', { type: 'credit', status: 'pending' }),
    },
  ]
  return (
    <Card className="py-2">
      <ul aria-label="Your balance in parts" className="-mx-2 grid gap-x-4 sm:grid-cols-3">
        {parts.map(({ name, hint, amount, to }) => (
          <li key={name} className="flex min-w-0">
            <Link
              to={to}
              className="grid min-h-target min-w-0 grow content-center rounded-control px-2 py-1 hover:bg-hover"
            >
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="text-label text-link underline">{name}</span>
                <Amount value={amount} currency={currency} />
              </span>
              <span className="text-caption text-muted-foreground">{hint}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
