import { formatMoney } from '@bank/contract/format-money'
import type { PotView } from '@bank/contract/pots/view'
import { minorOf } from '@bank/ledger/money'
import { Amount } from '../ui/amount.tsx'
import { useAmountsHidden } from '../ui/hidden-amounts.ts'
import { ShareBar } from '../ui/share-bar.tsx'

/** How much of its goal is in a pot, as a bar and in words. Hidden amounts hide the share as well. */
export function GoalProgress({ pot: { name, balance, goal, currency } }: { pot: PotView }) {
  const isHidden = useAmountsHidden()
  if (goal === null) return null
  const percent = isHidden ? 0 : percentOf(balance, goal)
  return (
    <div className="grid gap-1">
      <ShareBar
        percent={percent}
        aria-label={`Goal of ${name}`}
        aria-valuetext={isHidden ? 'Amount hidden' : `${percent}% of ${formatMoney(goal, currency)}`}
      />
      <p className="text-table text-muted-foreground">
        {isHidden ? 'Goal' : `${percent}% of`} <Amount value={goal} currency={currency} />
      </p>
    </div>
  )
}

/** Rounded down, so that 100 means that the goal is reached; at most 100. */
function percentOf(balance: string, goal: string): number {
  const percent = (minorOf(balance) * 100n) / minorOf(goal)
  return percent > 100n ? 100 : Number(percent)
}
