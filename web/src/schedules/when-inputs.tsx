import type { HolidayRule } from '@bank/contract/schedules/bank-holidays'
import { everyMax, timesMax } from '@bank/contract/schedules/form'
import type { Repeat } from '@bank/contract/schedules/rhythm'
import type { Currency } from '@bank/ledger/currency'
import type { ComponentProps } from 'react'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'
import { readWhen, whenText } from './typed-when.ts'
import { type WhenName, type WhenTexts, whenNames } from './when-names.ts'

/** The fields that say when a payment is made, and the same in words below them. */
export function WhenInputs({
  texts,
  field,
  set,
  currency,
}: {
  texts: WhenTexts
  /** The attributes of a field, without its label. */
  field: (name: WhenName) => Omit<ComponentProps<typeof Input>, 'label'> & { name: string }
  set: (name: WhenName, text: string) => void
  currency: Currency
}) {
  const { repeat } = texts
  const end = texts.end || 'never'
  const read = readWhen(texts)
  const isRepeated = repeat !== 'once'
  return (
    <>
      <div className="grid gap-field sm:grid-cols-2">
        <Input type="date" label={isRepeated ? 'First day' : 'Day'} {...field('firstDay')} />
        <Select
          {...(field('repeat') as object)}
          name="repeat"
          label="Repeat"
          options={optionsOf(repeats)}
          value={repeat}
          onChange={({ target }) => {
            set('repeat', target.value)
            if (target.value !== 'weekly') set('every', '')
            if (target.value === 'once') for (const name of endNames) set(name, '')
          }}
        />
        {repeat === 'weekly' && (
          <Input
            label="Every how many weeks"
            inputMode="numeric"
            placeholder="1"
            maxLength={`${everyMax}`.length}
            {...field('every')}
          />
        )}
        {isRepeated && (
          <Select
            name="end"
            label="Ends"
            options={optionsOf(ends)}
            value={end}
            onChange={({ target }) => {
              for (const name of endNames) set(name, '')
              set('end', target.value)
            }}
          />
        )}
        {isRepeated && end === 'day' && <Input type="date" label="Last day" {...field('lastDay')} />}
        {isRepeated && end === 'times' && (
          <Input
            label="How many payments"
            inputMode="numeric"
            maxLength={`${timesMax}`.length}
            {...field('times')}
          />
        )}
        <Select
          {...(field('onHoliday') as object)}
          name="onHoliday"
          label="On a weekend or holiday"
          options={optionsOf(holidayRuleTexts)}
          value={texts.onHoliday}
          onChange={({ target }) => set('onHoliday', target.value)}
        />
      </div>
      <p aria-live="polite" className="text-table text-muted-foreground">
        {'when' in read && `${whenText(read.when, currency)}.`}
      </p>
    </>
  )
}

/** The texts of a form that watches `whenNames`. */
export function whenTextsIn(watched: readonly (string | undefined)[]): WhenTexts {
  return Object.fromEntries(whenNames.map((name, at) => [name, watched[at] ?? ''])) as WhenTexts
}

const endNames = ['lastDay', 'times', 'end'] as const
const ends = { never: 'Never', day: 'On a day', times: 'After some payments' }

const repeats: Record<Repeat, string> = {
  once: 'Never: pay once',
  weekly: 'Every week',
  monthly: 'Every month',
  quarterly: 'Every three months',
  yearly: 'Every year',
}

const holidayRuleTexts: Record<HolidayRule, string> = {
  same_day: 'Pay on that day',
  day_before: 'Pay on the working day before',
  day_after: 'Pay on the working day after',
}

function optionsOf(texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).map(([value, label]) => ({ value, label }))
}
