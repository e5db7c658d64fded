import { formatMoney } from '@bank/contract/format-money'
import type { GuardView } from '@bank/contract/guards/view'
import { currencyOptions, labelOf } from '@bank/contract/option-lists'
import { type GuardKind, guardKinds } from '@bank/ledger/guard'
import { useRef } from 'react'
import { isConfirmationRequired, reasonOf } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { DateText } from '../ui/date-text.tsx'
import { MoneyInput } from '../ui/money-input.tsx'
import { Notice } from '../ui/notice.tsx'
import { GuardUsage, NewBeneficiariesUsage } from './guard-usage.tsx'
import { useGuardForm } from './use-guard-form.ts'

const labels: Readonly<Record<GuardKind, string>> = {
  payment: 'Per payment',
  day: 'Per day',
  month: 'Per month',
}

/** The limits of what a customer sends in a currency: those in force, those that wait, and what is used of them. */
export function GuardCard({ guard }: { guard: GuardView }) {
  const { currency } = guard
  const title = useRef<HTMLHeadingElement>(null)
  const { register, errors, stored, saves, onSubmit, cancelRaise, save, dialog } = useGuardForm(guard)
  const isAboutField = Object.keys(errors).length > 0
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
            They hold for what you send to others from all your accounts. An empty field is no limit. A lower
            limit holds at once, a higher one after 24 hours.
          </p>
        </div>
        {guard.next && (
          <Notice tone="pending">
            <p>
              From <DateText moment={guard.next.from} long />: {raiseOf(guard, guard.next)}.
            </p>
            <button
              type="button"
              className="link-alone"
              onClick={() => cancelRaise(() => title.current?.focus())}
            >
              Cancel this change<span className="sr-only"> in {currency}</span>
            </button>
          </Notice>
        )}
        {save.error && !isAboutField && (
          <Notice tone="failed">
            {isConfirmationRequired(save.error)
              ? 'Your limits were not changed. To raise a limit, confirm that it’s you.'
              : reasonOf(save.error)}
          </Notice>
        )}
        {guardKinds.map((kind) => (
          <div key={kind} className="grid gap-2">
            <MoneyInput
              // The field shows what is stored after each save.
              key={saves}
              id={`${currency}-${kind}`}
              label={labels[kind]}
              hint={hintOf(guard, kind)}
              currency={currency}
              echo="Your limit is"
              defaultValue={stored[kind]}
              error={errors[kind]?.message}
              {...register(kind)}
            />
            {kind !== 'payment' && <GuardUsage guard={guard} kind={kind} />}
          </div>
        ))}
        <NewBeneficiariesUsage guard={guard} />
        <Button type="submit" busy={save.isPending} busyLabel="Saving…">
          Save limits
        </Button>
      </form>
      {dialog}
    </Card>
  )
}

function hintOf({ bank, currency }: GuardView, kind: GuardKind): string | undefined {
  const limit = kind === 'payment' ? null : bank[kind]
  return limit === null ? undefined : `The bank’s limit is ${formatMoney(limit, currency)}.`
}

/** The limits that will change: "$500.00 per day, no limit per month". */
function raiseOf({ limits, currency }: GuardView, next: NonNullable<GuardView['next']>): string {
  return guardKinds
    .filter((kind) => next[kind] !== limits[kind])
    .map((kind) => {
      const limit = next[kind]
      return `${limit === null ? 'no limit' : formatMoney(limit, currency)} ${labels[kind].toLowerCase()}`
    })
    .join(', ')
}
