import { clsx } from 'clsx'
import { Check } from 'lucide-react'

/** The steps of a short sequence. `current` counts from 0. */
export function Stepper({
  label,
  steps,
  current,
}: {
  label: string
  steps: readonly string[]
  current: number
}) {
  return (
    <ol aria-label={label} className="no-print flex flex-wrap gap-x-3 gap-y-2 sm:gap-x-6">
      {steps.map((step, position) => (
        <li
          key={step}
          aria-current={position === current ? 'step' : undefined}
          className={clsx(
            'flex items-center gap-2 text-label',
            position === current ? 'text-foreground' : 'text-muted-foreground',
          )}
        >
          <span
            aria-hidden
            className={clsx(
              'inline-flex size-7 items-center justify-center rounded-full border text-caption tabular',
              position < current && 'border-success-border bg-success-soft text-success',
              position === current && 'border-primary bg-primary text-primary-foreground',
              position > current && 'border-input-border',
            )}
          >
            {position < current ? <Check size={16} /> : position + 1}
          </span>
          {step}
          {position < current && <span className="sr-only">, done</span>}
        </li>
      ))}
    </ol>
  )
}
