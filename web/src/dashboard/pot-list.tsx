import type { AccountView } from '@bank/contract/accounts/view'
import { Link } from 'react-router'
import { Total } from '../accounts/total.tsx'
import { useLinkTo } from '../api/chosen-account.ts'
import { GoalProgress } from '../pots/goal-progress.tsx'
import { usePots } from '../pots/pots.ts'
import { Amount } from '../ui/amount.tsx'
import { Card } from '../ui/card.tsx'

/** What is in the pots of an account, and in all of its currency together. Only for an account with money in a pot. */
export function PotList({ accounts }: { accounts: readonly AccountView[] }) {
  const linkTo = useLinkTo()
  const { data = [] } = usePots()
  const filled = data.filter(({ balance }) => balance !== '0.00')
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-h2">Pots</h2>
        <Link to={linkTo('pots')} className="link-alone text-label">
          All pots
        </Link>
      </div>
      <ul aria-label="Your pots" className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {filled.map((pot) => (
          <li key={pot.id} className="grid min-w-0 content-start gap-1">
            <span className="flex justify-between gap-3 text-label">
              <bdi className="min-w-0 truncate">{pot.name}</bdi>
              <span className="shrink-0">
                <Amount value={pot.balance} currency={pot.currency} />
              </span>
            </span>
            <GoalProgress pot={pot} />
          </li>
        ))}
      </ul>
      <Total accounts={accounts} />
    </Card>
  )
}
