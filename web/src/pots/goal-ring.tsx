import { formatMoney } from '@bank/contract/format-money'
import type { PotView } from '@bank/contract/pots/view'
import { minorOf } from '@bank/ledger/money'
import { useAmountsHidden, useAmountsMark } from '../ui/hidden-amounts.ts'
import { potLook } from './pot-look.tsx'

/** How much of its goal is in a pot, as a ring around its symbol. Hidden amounts hide the share as well; without a goal the ring is empty. */
export function GoalRing({
  pot: { id, name, balance, goal, currency },
  size,
}: {
  pot: PotView
  /** The class of its width and height. */
  size: string
}) {
  const isHidden = useAmountsHidden()
  const mark = useAmountsMark()
  const { icon: Icon, colour } = potLook({ id, name })
  const percent = isHidden || goal === null ? 0 : percentOf(balance, goal)
  const share = goal !== null && {
    role: 'progressbar',
    'aria-label': `Goal of ${name}`,
    'aria-valuenow': percent,
    'aria-valuetext': isHidden ? 'Amount hidden' : `${percent}% of ${formatMoney(goal, currency)}`,
  }
  return (
    <span {...share} className={`relative inline-grid shrink-0 place-items-center ${colour} ${size}`}>
      <svg aria-hidden="true" viewBox="0 0 36 36" fill="none" strokeWidth="3" className="absolute -rotate-90">
        <circle cx="18" cy="18" r="16" stroke="currentColor" strokeOpacity=".2" />
        {percent > 0 && (
          <circle
            {...mark}
            cx="18"
            cy="18"
            r="16"
            pathLength="100"
            strokeDasharray={`${percent} 100`}
            stroke="currentColor"
          />
        )}
      </svg>
      <Icon aria-hidden className="size-2/5" />
    </span>
  )
}

/** Rounded down, so that 100 means that the goal is reached; at most 100. */
export function percentOf(balance: string, goal: string): number {
  const percent = (minorOf(balance) * 100n) / minorOf(goal)
  return percent > 100n ? 100 : Number(percent)
}
