import { endpoints } from '@bank/contract/endpoints'
import { guardForm } from '@bank/contract/guards/form'
import type { GuardView } from '@bank/contract/guards/view'
import { canonicalAmount } from '@bank/contract/rules/amount'
import { type GuardKind, guardKinds } from '@bank/ledger/guard'
import { formatMinor } from '@bank/ledger/money'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { fieldReasons } from '../api/problem.ts'
import { useConfirmation } from '../settings/use-confirmation.tsx'
import { guardsQuery } from './guards.ts'

type Fields = Record<GuardKind, string>

/** An empty field is no limit; a typed amount may have any notation. */
const rules = z.pipe(
  z.transform(
    (fields: Fields): z.input<typeof guardForm> => eachKind((kind) => canonicalAmount(fields[kind]) || null),
  ),
  guardForm,
)

/** The limits of a guard as a form. `stored` are the texts of the fields after the last of `saves`. */
export function useGuardForm(guard: GuardView) {
  const client = useQueryClient()
  const { confirmed, dialog } = useConfirmation()
  const [{ stored, saves }, setStored] = useState({ stored: fieldsOf(guard), saves: 0 })
  const { register, handleSubmit, formState, reset, setError } = useForm<
    Fields,
    unknown,
    z.output<typeof rules>
  >({ resolver: standardSchemaResolver(rules), defaultValues: stored })
  const { currency, limits } = guard
  const save = useMutation({
    mutationFn: (body: GuardView['limits']) =>
      confirmed(() => call(endpoints.setGuard, { params: { currency }, body }), texts),
    onSuccess: async () => {
      const guards = await client.fetchQuery({ ...guardsQuery, staleTime: 0 }).catch(() => [])
      const fresh = guards.find((each) => each.currency === currency)
      if (!fresh) return
      const fields = fieldsOf(fresh)
      reset(fields)
      setStored({ stored: fields, saves: saves + 1 })
    },
    onError: (error) => {
      for (const { field, reason } of fieldReasons(error)) {
        const kind = guardKinds.find((each) => each === field)
        if (kind) setError(kind, { message: reason }, { shouldFocus: true })
      }
    },
  })
  return {
    register,
    errors: formState.errors,
    stored,
    saves,
    save,
    dialog,
    onSubmit: handleSubmit((form) => save.mutate(eachKind((kind) => textOf(form[kind])))),
    /** Keeps the limits that are in force. */
    cancelRaise: (onDone: () => void) => save.mutate(limits, { onSuccess: onDone }),
  }
}

const texts = { busy: 'Saving limits...', done: 'Limits saved', failed: 'Your limits were not saved' }

function fieldsOf({ limits }: GuardView): Fields {
  return eachKind((kind) => limits[kind] ?? '')
}

function textOf(limitMinor: bigint | null): string | null {
  return limitMinor === null ? null : formatMinor(limitMinor)
}

function eachKind<Value>(of: (kind: GuardKind) => Value): Record<GuardKind, Value> {
  return { payment: of('payment'), day: of('day'), month: of('month') }
}
