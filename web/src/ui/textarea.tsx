import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

/** A labelled field of several lines. */
export function Textarea({ className, rows = 6, ...rest }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field {...rest}>
      {(control) => <textarea {...control} rows={rows} className={clsx(controlClass, className)} />}
    </Field>
  )
}
