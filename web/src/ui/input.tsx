import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

/** A labelled field of one line. */
export function Input({ className, ...rest }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field {...rest}>
      {(control) => <input type="text" {...control} className={clsx(controlClass, className)} />}
    </Field>
  )
}
