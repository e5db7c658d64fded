import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

/** A labelled field of several lines. */
export function Textarea({
  label,
  hint,
  error,
  optional,
  id,
  className,
  rows = 6,
  ...rest
}: FieldProps & Omit<ComponentProps<'textarea'>, 'name'> & { name: string }) {
  return (
    <Field id={id ?? rest.name} label={label} hint={hint} error={error} optional={optional ?? false}>
      {(control) => <textarea {...rest} {...control} rows={rows} className={clsx(controlClass, className)} />}
    </Field>
  )
}
