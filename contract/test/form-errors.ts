import * as z from 'zod/mini'

/** The messages of a form by field; an unknown field appears under its own name. */
export function formErrors(rule: z.ZodMiniType, form: unknown): Record<string, string[]> {
  const parsed = z.safeParse(rule, form)
  if (parsed.success) return {}
  const byField: Record<string, string[]> = {}
  for (const issue of parsed.error.issues) {
    const fields = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('/')]
    for (const field of fields) byField[field] = [...(byField[field] ?? []), issue.message]
  }
  return byField
}

/** A value for the title of a test. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 20)}… (${text.length} characters)` : text
}
