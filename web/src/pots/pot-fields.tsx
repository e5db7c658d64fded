import { type PotForm, potForm } from '@bank/contract/pots/form'
import type { PotView } from '@bank/contract/pots/view'
import { canonicalAmount } from '@bank/contract/typed-amount'
import { formatMinor } from '@bank/ledger/money'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import type { useRequestForm } from '../api/use-request-form.ts'
import { Input } from '../ui/input.tsx'
import { MoneyInput } from '../ui/money-input.tsx'

const orNull = (text: string): string | null | undefined => (text.trim() === '' ? null : text)
const { name, goal, targetDay, lockedUntil } = potForm.shape

/** The rules of the contract for typed texts: an empty optional field is null. */
export const potRules = z.object({
  name,
  goal: z.pipe(
    z.transform((text: string) => orNull(canonicalAmount(text))),
    goal,
  ),
  targetDay: z.pipe(z.transform(orNull), targetDay),
  lockedUntil: z.pipe(z.transform(orNull), lockedUntil),
})

/** A pot as its form shows it; without one, an empty form. */
export function textsOf(pot?: PotView): Record<keyof PotForm, string> {
  return {
    name: pot?.name ?? '',
    goal: pot?.goal ?? '',
    targetDay: pot?.targetDay ?? '',
    lockedUntil: pot?.lockedUntil ?? '',
  }
}

/** The form as it is sent. */
export function potBody({ goal, ...form }: PotForm) {
  return { ...form, goal: goal === null ? null : formatMinor(goal) }
}

/** The fields of a pot. */
export function PotFields({
  form: { control },
  field,
  currency,
  lockHint,
}: Pick<ReturnType<typeof useRequestForm<typeof potRules, unknown>>, 'form' | 'field'> & {
  currency: PotView['currency']
  lockHint: string
}) {
  return (
    <>
      <Input label="Name" autoComplete="off" data-first-focus {...field('name')} />
      <MoneyInput
        label="Goal"
        optional
        currency={currency}
        echo="You’re saving"
        typed={useWatch({ control, name: 'goal' })}
        {...field('goal')}
      />
      <Input type="date" label="Target day" optional {...field('targetDay')} />
      <Input type="date" label="Locked until" optional hint={lockHint} {...field('lockedUntil')} />
    </>
  )
}
