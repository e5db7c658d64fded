import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

type Choice = { readonly label: string; readonly value: string }

/** A labelled native select: it works with every phone and every keyboard. */
export function Select({
  label,
  hint,
  error,
  optional,
  id,
  options,
  placeholder,
  className,
  ...rest
}: FieldProps &
  Omit<ComponentProps<'select'>, 'name' | 'children'> & {
    name: string
    options: readonly Choice[]
    /** The label of the first, empty option. */
    placeholder?: string
  }) {
  return (
    <Field id={id ?? rest.name} label={label} hint={hint} error={error} optional={optional ?? false}>
      {(control) => (
        <div className="relative">
          <select {...rest} {...control} className={clsx(controlClass, 'appearance-none pe-10', className)}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            size={18}
            className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted-foreground"
          />
        </div>
      )}
    </Field>
  )
}
