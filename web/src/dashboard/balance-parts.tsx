import type { AccountView } from '@bank/contract/accounts/view'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router'
import { useLinkTo } from '../api/chosen-account.ts'
import { Amount } from '../ui/amount.tsx'

/**
 * What is pending or held, in a line that opens: what of the balance is available, held, booked and expected, each leading to its rows.
 */
export function BalanceParts({ account }: { account: AccountView }) {
  const linkTo = useLinkTo()
  const { held, available, inTransit, booked, expectedIn, currency } = account
  const [isHeld, isOut, isIn] = [held, inTransit, expectedIn].map((amount) => /[1-9]/.test(amount))
  if (!isHeld && !isOut && !isIn) return <p className="text-table text-hero-muted">Nothing pending</p>
  const parts = [
    { name: 'Available', hint: 'What you can spend', amount: available, to: linkTo('statement') },
    ...(isHeld
      ? [{ name: 'Held', hint: 'By the bank, you can’t move it', amount: held, to: linkTo('support') }]
      : []),
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
    <details className="group text-table text-hero-muted">
      <summary className="-my-2 flex min-h-target w-fit list-none items-center gap-1 rounded-control outline-hero-ring hover:text-hero-foreground">
        <span>
          <Amount value={isHeld ? held : isOut ? inTransit : expectedIn} currency={currency} />{' '}
          {isHeld ? 'held by the bank' : isOut ? 'pending, already deducted' : 'expected in'}
        </span>
        <ChevronDown aria-hidden size={18} className="shrink-0 group-open:rotate-180" />
      </summary>
      <ul
        aria-label="Your balance in parts"
        className={clsx('mt-2 grid gap-x-4 sm:max-w-prose', isHeld ? 'sm:grid-cols-2' : 'sm:grid-cols-3')}
      >
        {parts.map(({ name, hint, amount, to }) => (
          <li key={name} className="flex min-w-0">
            <Link to={to} className="grid min-h-target min-w-0 grow content-center py-1 outline-hero-ring">
              <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-hero-foreground sm:grid">
                <span className="text-label underline">{name}</span>
                <Amount value={amount} currency={currency} />
              </span>
              <span className="text-caption">{hint}</span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
