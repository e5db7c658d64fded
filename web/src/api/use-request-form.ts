import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { type FieldValues, type Path, type UseFormProps, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { fieldReasons, isProblem } from './problem.ts'
import { resolverOf } from './rules-resolver.ts'

/** The rules of a form: its input are the fields, its output is what is sent. */
export type FormRules = z.ZodMiniType<unknown, object>
type NameIn<Rules extends FormRules> = keyof z.input<Rules> & string
/** A form as it is typed. */
export type TextsOf<Rules extends FormRules> = Record<NameIn<Rules>, string>

export type FormOptions<Rules extends FormRules> = Omit<
  UseFormProps<TextsOf<Rules>, unknown, z.output<Rules>>,
  'resolver'
>
export type FormRequest<Rules extends FormRules, Answer> = UseMutationOptions<
  Answer,
  Error,
  z.output<Rules>
> & {
  /** The fields whose texts are removed when the bank refuses them. */
  secrets?: readonly NameIn<Rules>[]
}

/**
 * A form that is sent as one request. After a refusal the fields that it names have its reasons, and the first of them takes the
 * focus, unless the form has a summary that does (`shouldFocusError: false`). `failure` is an error about no field of the form.
 * `field` has the attributes of a field's component, without its label. Rules that depend on what is typed are a function of it.
 */
export function useRequestForm<Rules extends FormRules, Answer>(
  rules: Rules | ((values: TextsOf<Rules>) => Rules),
  options: FormOptions<Rules>,
  { secrets = [], ...request }: FormRequest<Rules, Answer>,
) {
  type Texts = TextsOf<Rules>
  const form = useForm<Texts, unknown, z.output<Rules>>({
    ...options,
    resolver: (values, ...rest) => {
      const applied = typeof rules === 'function' ? rules(values) : rules
      return resolverOf<Texts, z.output<Rules>>(applied as z.ZodMiniType<z.output<Rules>>)(values, ...rest)
    },
  })
  const reasonsIn = (error: unknown) => fieldReasons(error).filter(({ field }) => field in form.getValues())
  const sending = useMutation({
    ...request,
    onError: (error, ...rest) => {
      for (const { field, reason } of reasonsIn(error)) {
        if (secrets.some((name) => name === field)) form.resetField(field as Path<Texts>)
        form.setError(
          field as Path<Texts>,
          { type: isProblem(error) ? error.code : '', message: reason },
          { shouldFocus: options.shouldFocusError !== false },
        )
      }
      return request.onError?.(error, ...rest)
    },
  })
  const { errors } = form.formState
  return {
    ...sending,
    form,
    failure: sending.error && reasonsIn(sending.error).length === 0 ? sending.error : null,
    field: (name: NameIn<Rules>) => ({
      ...form.register(name as string as Path<Texts>),
      error: (errors as FieldValues)[name]?.message as string | undefined,
    }),
    onSubmit: form.handleSubmit((values) => sending.mutate(values)),
  }
}
