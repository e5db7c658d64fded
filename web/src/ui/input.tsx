import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

/** A labelled field of one line. The id defaults to the name. */
export function Input({
  label,
  hint,
  error,
  warning,
  optional,
  id,
  className,
  ...rest
}: FieldProps & Omit<ComponentProps<'input'>, 'name'> & { name: string; warning?: string | undefined }) {
  return (
    <Field
      id={id ?? rest.name}
      label={label}
      hint={hint}
      error={error}
      warning={warning}
      optional={optional ?? false}
    >
      {(control) => <input type="text" {...rest} {...control} className={clsx(controlClass, className)} />}
    </Field>
  )
}
