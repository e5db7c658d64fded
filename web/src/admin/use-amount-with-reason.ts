import type { ReasonReader } from '@bank/contract/admin/reason-reader'
import { useQueryClient } from '@tanstack/react-query'
import { type Path, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Announcement } from '../api/announce.ts'
import type { FormOptions, FormRules, TextsOf } from '../api/use-request-form.ts'
import { useCreateOnce } from '../sessions/use-create-once.ts'
import { useReason } from './reason-field.tsx'
import { refreshPanel } from './refresh-panel.ts'

/**
 * A form in which staff act on an amount, with one of the usual reasons or another, and which the bank carries out once however often
 * it is sent. `typed` is the amount as it is typed.
 */
export function useAmountWithReason<Rules extends FormRules, Answer>(
  purpose: string,
  rules: Rules,
  options: FormOptions<Rules>,
  {
    usualReasons,
    reasonReader,
    create,
    texts,
    onSuccess,
  }: {
    usualReasons: readonly string[]
    reasonReader?: ReasonReader
    create: (
      values: z.output<Rules>,
      sent: { id: string; reason: string; signal: AbortSignal },
    ) => Promise<Answer>
    texts: Announcement<Answer>
    onSuccess: () => void
  },
) {
  const client = useQueryClient()
  const why = useReason(usualReasons, reasonReader)
  const { form, field, failure, isPending, mutate } = useCreateOnce(purpose, rules, options, {
    create: (values, id, signal) => create(values, { id, reason: why.reason!, signal }),
    texts,
    onSuccess,
    // Also after a failure: the balance may have changed.
    onSettled: () => void refreshPanel(client),
  })
  const typed = useWatch({ control: form.control, name: 'amount' as Path<TextsOf<Rules>> }) as string
  const onSubmit = form.handleSubmit((values) => why.isRight() && mutate(values))
  return { field, failure, isPending, typed, onSubmit, reasonField: why.field }
}
