import { formatMoney } from '@bank/contract/format-money'
import type { GuardView } from '@bank/contract/guards/view'
import { currencyOptions, labelOf } from '@bank/contract/option-lists'
import { typedAmount } from '@bank/contract/typed-amount'
import { type GuardSpan, guardSpans } from '@bank/ledger/guard'
import { formatMinor, minorOf } from '@bank/ledger/money'
import { clsx } from 'clsx'
import { type ReactNode, useRef, useState } from 'react'
import type { Advice } from '../api/advice-after.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { DateText } from '../ui/date-text.tsx'
import { HiddenAmounts, useAmountsHidden, useAmountsMark } from '../ui/hidden-amounts.ts'
import { MoneyInput } from '../ui/money-input.tsx'
import { Notice } from '../ui/notice.tsx'
import { GuardUsage, NewBeneficiariesUsage, RecoveryUsage } from './guard-usage.tsx'
import { useGuardForm } from './use-guard-form.ts'

const labels: Readonly<Record<GuardSpan, string>> = {
  payment: 'Per payment',
  day: 'Per day',
  month: 'Per month',
}

const advice: Advice = {
  confirm_required: 'Your limits were not changed. To raise a limit, confirm that it’s you.',
}

/** The limits of what a customer sends in a currency: those in force, those that wait, and what is used of them. */
export function GuardCard({ guard }: { guard: GuardView }) {
  const { currency } = guard
  const title = useRef<HTMLHeadingElement>(null)
  const { field, typed, failure, isPending, onSubmit, cancelRaise, dialog } = useGuardForm(guard)
  const focusTitle = () => title.current?.focus()
  return (
    <Card>
      <form
        method="post"
        noValidate
        aria-labelledby={`limits-${currency}`}
        onSubmit={onSubmit}
        className="grid gap-field"
      >
        <div className="grid gap-1">
          <h2 ref={title} id={`limits-${currency}`} tabIndex={-1} className="text-h2">
            Limits in <bdi>{labelOf(currencyOptions, currency)}</bdi>
          </h2>
          <p className="text-table text-muted-foreground">
            These limits cover everything you send to others from your {currency} accounts. Transfers that
            were returned are not counted. Leave a field empty for no limit. Lower limits apply immediately,
            higher ones after 24 hours.
          </p>
        </div>
        <Covered what={`limits in ${currency}`} onUncovered={focusTitle}>
          {guard.next && (
            <Notice tone="pending">
              <p>
                From <DateText moment={guard.next.from} long />: {raiseOf(guard, guard.next)}.
              </p>
              <button type="button" className="link-alone" onClick={() => cancelRaise(focusTitle)}>
                Cancel this change<span className="sr-only"> in {currency}</span>
              </button>
            </Notice>
          )}
          <FailureNotice error={failure} advice={advice} />
          {guardSpans.map((span) => (
            <div key={span} className="grid gap-2">
              <MoneyInput
                id={`${currency}-${span}`}
                label={labels[span]}
                hint={hintOf(guard, span)}
                currency={currency}
                echo={isNew(guard, span, typed) ? 'New limit' : 'Your limit is'}
                warning={span === 'payment' ? paymentWarning(guard, typed) : undefined}
                typed={typed[span]}
                {...field(span)}
              />
              {span !== 'payment' && <GuardUsage guard={guard} span={span} />}
            </div>
          ))}
          <NewBeneficiariesUsage guard={guard} />
          <RecoveryUsage guard={guard} />
          <Button type="submit" busy={isPending} busyLabel="Saving…">
            Save limits
          </Button>
        </Covered>
      </form>
      {dialog}
    </Card>
  )
}

/** A part of a form whose fields have amounts: where amounts are hidden, it keeps its place until the customer asks for it. */
function Covered({
  what,
  onUncovered,
  children,
}: {
  what: string
  onUncovered: () => void
  children: ReactNode
}) {
  const [isUncovered, setUncovered] = useState(false)
  const isCovered = useAmountsHidden() && !isUncovered
  const mark = useAmountsMark()
  return (
    <div className="relative">
      <div {...mark} className={clsx('grid gap-field', isCovered && 'invisible')}>
        <HiddenAmounts value={isUncovered ? false : undefined}>{children}</HiddenAmounts>
      </div>
      {isCovered && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-2">
          <p>Amounts are hidden.</p>
          <Button
            look="secondary"
            onClick={() => {
              setUncovered(true)
              onUncovered()
            }}
          >
            Show {what}
          </Button>
        </div>
      )}
    </div>
  )
}

function hintOf({ bank, currency }: GuardView, span: GuardSpan): string | undefined {
  const limit = span === 'payment' ? null : bank[span]
  return limit === null ? undefined : `The bank’s limit is ${formatMoney(limit, currency)}.`
}

function isNew({ limits }: GuardView, span: GuardSpan, typed: Record<GuardSpan, string>): boolean {
  const limit = limits[span]
  return limit === null || typedAmount(typed[span]) !== minorOf(limit)
}

/** A limit of a payment above that of the day or the month, as they are typed, is never reached; empty for any other. */
function paymentWarning({ currency }: GuardView, typed: Record<GuardSpan, string>): string {
  const payment = typedAmount(typed.payment)
  if (payment === undefined) return ''
  const [lower] = (['day', 'month'] as const).flatMap((span) => {
    const limit = typedAmount(typed[span])
    return limit !== undefined && limit < payment ? [{ span, limit }] : []
  })
  return lower
    ? `You can send ${formatMoney(formatMinor(lower.limit), currency)} ${labels[lower.span].toLowerCase()}, which is less.`
    : ''
}

/** The limits that will change: "$500.00 per day, no limit per month". */
function raiseOf({ limits, currency }: GuardView, next: NonNullable<GuardView['next']>): string {
  return guardSpans
    .filter((span) => next[span] !== limits[span])
    .map((span) => {
      const limit = next[span]
      return `${limit === null ? 'no limit' : formatMoney(limit, currency)} ${labels[span].toLowerCase()}`
    })
    .join(', ')
}
