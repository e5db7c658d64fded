import { useState } from 'react'
import type * as z from 'zod/mini'
import { type Announcement, announce } from '../api/announce.ts'
import { type Intention, sendOnce, uncertainKey } from '../api/idempotency-key.ts'
import { requestTimeout } from '../api/request-outcome.ts'
import {
  type FormOptions,
  type FormRequest,
  type FormRules,
  useRequestForm,
} from '../api/use-request-form.ts'
import { useSignedIn } from './session.ts'

/**
 * A form that makes something at the bank once, however often it is sent. `create` gets the form and the id under which the bank
 * makes it, the same one until the outcome is certain. `purpose` says what is made, and for which account or user. `mayRepeat` is
 * true until the form is sent, while the outcome of an earlier attempt is not certain.
 */
export function useCreateOnce<Rules extends FormRules, Answer>(
  purpose: string,
  rules: Rules,
  options: FormOptions<Rules>,
  {
    create,
    texts,
    ...request
  }: Omit<FormRequest<Rules, Answer>, 'mutationFn'> & {
    create: (form: z.output<Rules>, id: string, signal: AbortSignal) => Promise<Answer>
    texts: Announcement<Answer>
  },
) {
  const intention: Intention = { person: useSignedIn().user.id, purpose }
  const [isEarlierUncertain] = useState(() => uncertainKey(intention) !== null)
  const form = useRequestForm<Rules, Answer>(rules, options, {
    ...(request as FormRequest<Rules, Answer>),
    mutationFn: (values) =>
      announce(
        sendOnce(intention, (id) => create(values, id, requestTimeout())),
        texts,
        purpose,
      ),
  })
  return { ...form, mayRepeat: isEarlierUncertain && form.isIdle }
}
