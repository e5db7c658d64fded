import type { AccountView } from '@bank/contract/accounts/view'
import { Link } from 'react-router'
import { useAccountPath } from '../accounts/account-in-url.ts'
import { Amount } from '../ui/amount.tsx'
import { Card } from '../ui/card.tsx'

/** What of the balance is available, booked and expected, each leading to its rows. Nothing while nothing is pending. */
export function BalanceParts({ account }: { account: AccountView }) {
  const path = useAccountPath()
  const { balance, inTransit, booked, expectedIn, currency } = account
  const isPending = [inTransit, expectedIn].some((amount) => /[1-9]/.test(amount))
  // A process of the version before answers without them.
  if (!isPending || booked === undefined) return null
  const parts = [
    { name: 'Available', hint: 'What you can spend', amount: balance, to: '/statement' },
    {
      name: 'Booked',
      hint: 'Before pending transfers',
      amount: booked,
      to: '/transactions?type=debit&status=pending',
    },
    {
      name: 'Expected in',
      hint: 'On its way to you',
      amount: expectedIn,
      to: '/transactions?type=credit&status=pending',
    },
  ]
  return (
    <Card className="py-2">
      <ul aria-label="Your balance in parts" className="-mx-2 grid gap-x-4 sm:grid-cols-3">
        {parts.map(({ name, hint, amount, to }) => (
          <li key={name} className="flex min-w-0">
            <Link
              to={path(to)}
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
