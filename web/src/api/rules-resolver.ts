import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'

/** The rules of a form, for React Hook Form. A wrong field has its first reason, and the form itself has it as `root`. No field has others in it. */
export function resolverOf<Fields extends FieldValues, Sent>(
  rules: z.ZodMiniType<Sent>,
): Resolver<Fields, unknown, Sent> {
  return async (values, _, { fields }) => {
    const result = await rules['~standard'].validate(values)
    if (!result.issues) return { values: result.value, errors: {} }
    const errors: Record<string, object> = {}
    for (const { path = [], message } of result.issues) {
      const name = String(path[0] ?? 'root')
      errors[name] ??= { type: '', message, ref: (fields as FieldValues)[name]?.ref }
    }
    return { values: {}, errors: errors as FieldErrors<Fields> }
  }
}
