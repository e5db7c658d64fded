import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FieldError } from './field.tsx'

type Choice = { readonly label: string; readonly value: string; readonly hint?: string }

/** Radio buttons as cards. They are native: one tab stop, and arrows move. */
export function RadioCards({
  legend,
  options,
  error,
  columns = 'sm',
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'value' | 'name' | 'id'> & {
  name: string
  legend: string
  options: readonly Choice[]
  error?: string | undefined
  columns?: 'sm' | 'three'
}) {
  const errorId = `${rest.name}-error`
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 text-label">{legend}</legend>
      <div
        className={clsx(
          'grid gap-2',
          columns === 'three' ? 'min-[24rem]:grid-cols-3' : 'min-[30rem]:grid-cols-2',
        )}
      >
        {options.map((option, position) => (
          <label
            key={option.value}
            className={clsx(
              'group flex min-h-target items-center rounded-control border bg-card py-2 text-label hover:bg-hover',
              // Three columns fit on a phone, with one line each.
              columns === 'three' ? 'gap-1 px-2 sm:px-3' : 'gap-2 px-3',
              'has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary-soft-foreground has-checked:inset-ring has-checked:inset-ring-primary',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
              error ? 'border-failed-border' : 'border-input-border',
            )}
          >
            <input
              {...rest}
              type="radio"
              id={position === 0 ? rest.name : `${rest.name}-${option.value}`}
              value={option.value}
              aria-invalid={error ? true : undefined}
              className="sr-only"
            />
            <span className="grow">
              {option.label}
              {option.hint && (
                <span className="block text-caption font-normal text-muted-foreground">{option.hint}</span>
              )}
            </span>
            <Check aria-hidden size={18} className="invisible shrink-0 group-has-checked:visible" />
          </label>
        ))}
      </div>
      <FieldError id={rest.name} error={error} />
    </fieldset>
  )
}
