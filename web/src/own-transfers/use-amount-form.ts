import { amount, canonicalAmount, typedAmount } from '@bank/contract/rules/amount'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { type AdvisedSource, adviceAfter } from './advice-after.ts'

const rules = z.object({ amount: z.pipe(z.transform(canonicalAmount), amount) })

/**
 * The form of an amount that is moved between a customer's accounts or pots. `amountMinor` is what is typed, undefined while it is
 * no amount. `refuse` puts the advice after a refusal on the amount or into `refusal`, which the next submit clears.
 */
export function useAmountForm(typedBefore?: string) {
  const [refusal, setRefusal] = useState<{ field: 'to' | null; advice: string }>()
  const { register, handleSubmit, formState, setError, control, getValues } = useForm<
    { amount: string },
    unknown,
    z.output<typeof rules>
  >({ resolver: standardSchemaResolver(rules), defaultValues: { amount: typedBefore ?? '' } })
  const typed = useWatch({ control, name: 'amount' })
  return {
    getValues,
    input: {
      ...register('amount'),
      defaultValue: typedBefore,
      error: formState.errors.amount?.message,
    },
    amountMinor: typedAmount(typed),
    refusal,
    refuse(error: unknown, from: AdvisedSource) {
      const { field, advice } = adviceAfter(error, from)
      if (field === 'amount') setError(field, { message: advice }, { shouldFocus: true })
      else setRefusal({ field, advice })
    },
    onSubmit: (send: (amountMinor: bigint) => void) =>
      handleSubmit((form) => {
        setRefusal(undefined)
        send(form.amount)
      }),
  }
}
