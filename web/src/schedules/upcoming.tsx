import { formatMoney } from '@bank/contract/format-money'
import { weekdayText } from '@bank/contract/schedules/schedule-words'
import type { UpcomingView } from '@bank/contract/schedules/view'
import { minorOf } from '@bank/ledger/money'
import { bankToday } from '../api/bank-today.ts'
import { BalanceLine, everyNth } from '../dashboard/balance-line.tsx'
import { BalanceTable } from '../dashboard/balance-table.tsx'
import { Amount } from '../ui/amount.tsx'
import { useAmountsHidden, useAmountsMark } from '../ui/hidden-amounts.ts'
import { Notice } from '../ui/notice.tsx'
import { TitledSection } from '../ui/titled-section.tsx'
import { ownAccountName } from './schedules.ts'

/** The first day whose payments the balance does not cover, and what to do. */
export function ShortfallNotice({ upcoming: { shortfall, currency } }: { upcoming: UpcomingView }) {
  const isHidden = useAmountsHidden()
  const mark = useAmountsMark()
  if (!shortfall) return null
  const today = bankToday()
  const isToday = shortfall.day <= today
  const missing = isHidden ? 'money' : formatMoney(shortfall.missing, currency)
  return (
    <Notice tone="pending">
      {isToday ? 'Today' : `On ${weekdayText(shortfall.day, today)}`} your balance falls below zero: add{' '}
      <span {...mark}>{missing}</span>
      {isToday ? '' : ' by then'}, or skip or change a payment.
    </Notice>
  )
}

/** What is coming in the next days, with the balances that it leaves. */
export function Upcoming({ upcoming }: { upcoming: UpcomingView }) {
  const mark = useAmountsMark()
  const { runs, balances, total, currency } = upcoming
  if (total === 0) return null
  return (
    <TitledSection id="upcoming" title="Upcoming">
      <figure {...mark} className="grid gap-3">
        <figcaption>
          <BalanceText {...upcoming} />
        </figcaption>
        <BalanceLine {...upcoming} daysApart={3} daysPast={0} />
        <BalanceTable balances={everyNth(balances, 3)} currency={currency} />
      </figure>
      <Runs runs={runs.slice(0, shownAtOnce)} currency={currency} label="Next payments" />
      {runs.length > shownAtOnce && (
        <details>
          <summary className="inline-flex min-h-target items-center rounded-control text-label text-link underline">
            Show more
          </summary>
          <Runs runs={runs.slice(shownAtOnce)} currency={currency} label="Payments after those" />
          {total > runs.length && (
            <p className="text-caption text-muted-foreground">
              These are the first {runs.length} of {total} payments.
            </p>
          )}
        </details>
      )}
    </TitledSection>
  )
}

const shownAtOnce = 5

/** The lowest of the balances. */
function BalanceText({ balances, currency }: Pick<UpcomingView, 'balances' | 'currency'>) {
  const isHidden = useAmountsHidden()
  const during = `If all payments are made and nothing else moves money in the next ${balances.length - 1} days`
  if (isHidden) return `${during}: your balance. The amounts are hidden.`
  const lowest = balances.reduce((one, other) =>
    minorOf(other.balance) < minorOf(one.balance) ? other : one,
  )
  const day = weekdayText(lowest.day, bankToday())
  return `${during}, your balance is lowest on ${day}: ${formatMoney(lowest.balance, currency)}.`
}

/** Coming runs: the day, the words, the amount, and the balance after it. */
function Runs({
  runs,
  currency,
  label,
}: Pick<UpcomingView, 'runs' | 'currency'> & {
  label: string
}) {
  const today = bankToday()
  return (
    <ul aria-label={label} className="divide-y">
      {runs.map(({ scheduleId, day, dueDay, type, amount, name, account, balance }) => (
        <li
          key={`${scheduleId} ${day}`}
          className="flex flex-wrap items-baseline justify-between gap-x-4 py-2"
        >
          <span className="min-w-0">
            <span className="wrap-anywhere">
              {type === 'credit' && 'From '}
              <bdi>{name ?? ownAccountName(account!)}</bdi>
            </span>
            <span className="block text-caption text-muted-foreground">{weekdayText(dueDay, today)}</span>
          </span>
          <span className="ms-auto text-end">
            <Amount value={amount} currency={currency} type={type} neutral={account !== null} />
            <span className="block text-caption text-muted-foreground">
              Balance <Amount value={balance} currency={currency} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
