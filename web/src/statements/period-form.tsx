import { dayOf } from '@bank/contract/bank-day'
import { monthNames } from '@bank/contract/date-text'
import { type PeriodQuery, periodError, wholeHistory } from '@bank/contract/statements/period'
import { type FormEvent, useState } from 'react'
import { useMe } from '../accounts/me.ts'
import { bankToday } from '../api/bank-today.ts'
import { publicConfig } from '../public-config.ts'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'

/** Chooses a month, the whole history, or a range of days, which a button applies. */
export function PeriodForm({
  period,
  onChoose,
}: {
  period: PeriodQuery
  onChoose: (period: PeriodQuery) => void
}) {
  const { data: me } = useMe()
  const today = bankToday()
  const inPeriod = {
    month: choiceOf(period) ?? today.slice(0, 7),
    from: period.from ?? '',
    to: period.to ?? '',
  }
  const [{ month, from, to }, setTyped] = useState(inPeriod)
  // The address can be wrong, too.
  const [fault, setFault] = useState(periodError(period))
  const [shown, setShown] = useState(period)
  // The form follows the URL without being remounted, so that the pressed button keeps the focus.
  if (JSON.stringify(shown) !== JSON.stringify(period)) {
    setShown(period)
    setTyped(inPeriod)
    setFault(periodError(period))
  }
  const type = (part: Partial<typeof inPeriod>) => setTyped((typed) => ({ ...typed, ...part }))

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wanted = queryOf({ month, from, to })
    const found = periodError(wanted)
    setFault(found)
    if (!found) return onChoose(wanted)
    event.currentTarget.querySelector<HTMLElement>(`[name="${found.field}"]`)?.focus()
  }
  function chooseMonth(month: string) {
    type({ month })
    if (month !== customDates) onChoose(queryOf({ month, from, to }))
  }
  const errorOf = (field: string) => (fault?.field === field ? fault.message : undefined)
  const opened = me ? dayOf(new Date(me.account.openedAt), publicConfig.timeZone).slice(0, 7) : undefined
  return (
    <form method="post" noValidate onSubmit={submit} className="no-print flex flex-wrap items-start gap-3">
      <div className="w-full sm:w-44">
        <Select
          label="Period"
          name="month"
          value={month}
          error={errorOf('month')}
          onChange={(event) => chooseMonth(event.target.value)}
          options={[
            ...monthsBack(today.slice(0, 7), [opened, period.month]),
            { label: 'All transactions', value: wholeHistory },
            { label: 'Custom dates', value: customDates },
          ]}
        />
      </div>
      {month === customDates && (
        <>
          <Day
            label="From"
            name="from"
            value={from}
            error={errorOf('from')}
            onDay={(day) => type({ from: day })}
          />
          <Day label="To" name="to" value={to} error={errorOf('to')} onDay={(day) => type({ to: day })} />
          {/* Beside the controls, not their labels. */}
          <Button type="submit" look="secondary" className="max-sm:grow sm:mt-7">
            Show statement
          </Button>
        </>
      )}
    </form>
  )
}

function Day({
  onDay,
  ...rest
}: {
  label: string
  name: string
  value: string
  error: string | undefined
  onDay: (day: string) => void
}) {
  return (
    <div className="w-full sm:w-44">
      <Input {...rest} type="date" onChange={(event) => onDay(event.target.value)} />
    </div>
  )
}

const customDates = 'other'

/** The option of the select that a query stands for; undefined for the current month. */
function choiceOf({ period, month, from, to }: PeriodQuery): string | undefined {
  if (period) return wholeHistory
  return from || to ? customDates : month
}

function queryOf({ month, from, to }: { month: string; from: string; to: string }): PeriodQuery {
  if (month === wholeHistory) return { period: wholeHistory }
  return month === customDates ? { from, to } : { month }
}

const monthsMax = 120

/** The months from the current one back to the earliest of `others`, newest first. */
function monthsBack(current: string, others: (string | undefined)[]) {
  const earliest = others.reduce<string>((least, one) => (one && one < least ? one : least), current)
  const [year, number] = current.split('-').map(Number)
  const months: { label: string; value: string }[] = []
  for (let back = 0; back < monthsMax; back++) {
    const first = new Date(Date.UTC(year!, number! - 1 - back))
    const value = first.toISOString().slice(0, 7)
    if (value < earliest) break
    months.push({ value, label: `${monthNames[first.getUTCMonth()]} ${first.getUTCFullYear()}` })
  }
  return months
}
