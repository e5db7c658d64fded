import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

type Choice = {
  readonly label: string
  readonly value: string
  /** It is listed, and cannot be chosen: the label says why. */
  readonly disabled?: boolean
}

/** A labelled native select: it works with every phone and every keyboard. */
export function Select({
  options,
  placeholder,
  className,
  ...rest
}: FieldProps &
  Omit<ComponentProps<'select'>, 'children'> & {
    options: readonly Choice[]
    /** The label of the first, empty option. */
    placeholder?: string
  }) {
  return (
    <Field {...rest}>
      {(control) => (
        <div className="relative">
          <select {...control} className={clsx(controlClass, 'appearance-none pe-10', className)}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
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
