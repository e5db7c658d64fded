import { type PotForm, potForm } from '@bank/contract/pots/form'
import type { PotView } from '@bank/contract/pots/view'
import { canonicalAmount } from '@bank/contract/rules/amount'
import { formatMinor } from '@bank/ledger/money'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type UseFormReturn, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { Input } from '../ui/input.tsx'
import { MoneyInput } from '../ui/money-input.tsx'

/** What is typed into the fields of a pot. */
export type PotTexts = Record<keyof PotForm, string>

type PotFormState = UseFormReturn<PotTexts, unknown, PotForm>

const orNull = (text: string): string | null | undefined => (text.trim() === '' ? null : text)
const { name, goal, targetDay, lockedUntil } = potForm.shape

/** The rules of the contract for typed texts: an empty optional field is null. */
const rules = z.object({
  name,
  goal: z.pipe(
    z.transform((text: string) => orNull(canonicalAmount(text))),
    goal,
  ),
  targetDay: z.pipe(z.transform(orNull), targetDay),
  lockedUntil: z.pipe(z.transform(orNull), lockedUntil),
})

/** The form of a pot: a new one, or one to change. */
export function usePotForm(pot?: PotView): PotFormState {
  return useForm<PotTexts, unknown, PotForm>({
    resolver: standardSchemaResolver(rules),
    defaultValues: {
      name: pot?.name ?? '',
      goal: pot?.goal ?? '',
      targetDay: pot?.targetDay ?? '',
      lockedUntil: pot?.lockedUntil ?? '',
    },
  })
}

/** The form as it is sent. */
export function potBody({ goal, ...form }: PotForm) {
  return { ...form, goal: goal === null ? null : formatMinor(goal) }
}

/** The fields of a pot. */
export function PotFields({
  form: { register, formState },
  currency,
  goal,
  lockHint,
}: {
  form: PotFormState
  currency: PotView['currency']
  /** The goal that it has. */
  goal?: string | undefined
  lockHint: string
}) {
  const { errors } = formState
  return (
    <>
      <Input
        label="Name"
        autoComplete="off"
        error={errors.name?.message}
        data-first-focus
        {...register('name')}
      />
      <MoneyInput
        label="Goal"
        optional
        currency={currency}
        echo="You’re saving"
        defaultValue={goal}
        error={errors.goal?.message}
        {...register('goal')}
      />
      <Input
        type="date"
        label="Target day"
        optional
        error={errors.targetDay?.message}
        {...register('targetDay')}
      />
      <Input
        type="date"
        label="Locked until"
        optional
        hint={lockHint}
        error={errors.lockedUntil?.message}
        {...register('lockedUntil')}
      />
    </>
  )
}
