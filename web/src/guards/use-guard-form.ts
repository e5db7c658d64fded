import { endpoints } from '@bank/contract/endpoints'
import { guardForm } from '@bank/contract/guards/form'
import type { GuardView } from '@bank/contract/guards/view'
import { canonicalAmount } from '@bank/contract/typed-amount'
import type { GuardSpan } from '@bank/ledger/guard'
import { formatMinor, minorOf } from '@bank/ledger/money'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { useRequestForm } from '../api/use-request-form.ts'
import { useConfirmation } from '../sessions/use-confirmation.tsx'
import { guardsQuery } from './guards.ts'

type Fields = Record<GuardSpan, string>

/** An empty field is no limit; a typed amount may have any notation. */
const rules = z.pipe(
  z.transform(
    (fields: Fields): z.input<typeof guardForm> => eachSpan((span) => canonicalAmount(fields[span]) || null),
  ),
  guardForm,
)

/** The limits of a guard as a form. `typed` are the texts of its fields. */
export function useGuardForm(guard: GuardView) {
  const client = useQueryClient()
  const { confirmed, isAsking, dialog } = useConfirmation()
  const { currency, limits } = guard
  const { form, field, failure, isPending, mutate } = useRequestForm(
    rules,
    { defaultValues: fieldsOf(guard) },
    {
      mutationFn: (wanted) => {
        const body = eachSpan((span) => textOf(wanted[span]))
        return confirmed(() => call(endpoints.setGuard, { params: { currency }, body }), texts)
      },
      onSuccess: async () => {
        const guards = await client.fetchQuery({ ...guardsQuery, staleTime: 0 }).catch(() => [])
        const fresh = guards.find((each) => each.currency === currency)
        if (fresh) form.reset(fieldsOf(fresh))
      },
    },
  )
  return {
    field,
    typed: useWatch({ control: form.control }) as Fields,
    failure,
    isPending: isPending && !isAsking,
    dialog,
    onSubmit: form.handleSubmit((wanted) => mutate(wanted)),
    /** Keeps the limits that are in force. */
    cancelRaise: (onDone: () => void) =>
      mutate(
        eachSpan((span) => (limits[span] === null ? null : minorOf(limits[span]))),
        { onSuccess: onDone },
      ),
  }
}

const texts = { busy: 'Saving limits...', done: 'Limits saved', failed: 'Your limits were not saved' }

function fieldsOf({ limits }: GuardView): Fields {
  return eachSpan((span) => limits[span] ?? '')
}

function textOf(limitMinor: bigint | null): string | null {
  return limitMinor === null ? null : formatMinor(limitMinor)
}

function eachSpan<Value>(of: (span: GuardSpan) => Value): Record<GuardSpan, Value> {
  return { payment: of('payment'), day: of('day'), month: of('month') }
}
