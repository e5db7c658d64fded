import { activationHours } from '@bank/contract/accounts/state'
import type { RegistrationFields } from '@bank/contract/registration/form'
import { clsx } from 'clsx'
import { Check, CircleAlert } from 'lucide-react'
import { type Control, type FieldErrors, useWatch } from 'react-hook-form'
import { sectionStates, sections } from './registration-fields.ts'

/**
 * The progress of the registration from 770 px on, where all fields are on one page: a chip that stays visible, or a list beside the
 * form. It counts a wrong field as not done.
 */
export function RegistrationProgress({
  control,
  errors,
}: {
  control: Control<RegistrationFields>
  errors: FieldErrors<RegistrationFields>
}) {
  const states = sectionStates(useWatch({ control }), errors)
  const wrong = states.reduce((sum, state) => sum + state.wrong, 0)
  const next = states.findIndex(({ isFilled }) => !isFilled)
  return (
    <>
      <p className="no-print sticky top-[calc(var(--bar-height)+8px)] z-10 justify-self-end rounded-full border bg-card px-3 py-1 text-caption text-muted-foreground shadow-md tabular in-steps:hidden xl:hidden">
        {wrong > 0 ? correctionOf(wrong) : next < 0 ? 'All filled in' : `${next + 1} of ${sections.length}`}
      </p>
      <aside
        aria-label="Progress"
        className="sticky top-[calc(var(--bar-height)+32px)] hidden w-64 gap-4 self-start rounded-card border bg-card p-card xl:grid"
      >
        <ol className="grid gap-3">
          {sections.map(({ title }, position) => (
            <li key={title} className="flex items-center gap-3 text-label">
              <Mark position={position} {...states[position]!} />
              <span>
                {title}
                {states[position]!.wrong > 0 ? (
                  <span className="block text-caption text-failed">
                    {correctionOf(states[position]!.wrong)}
                  </span>
                ) : (
                  states[position]!.isFilled && <span className="sr-only">, filled in</span>
                )}
              </span>
            </li>
          ))}
        </ol>
        <p className="border-t pt-3 text-caption text-muted-foreground">
          Takes about 3 minutes. New accounts are activated within {activationHours} hours.
        </p>
      </aside>
    </>
  )
}

function Mark({ position, isFilled, wrong }: { position: number; isFilled: boolean; wrong: number }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'inline-flex size-7 shrink-0 items-center justify-center rounded-full border',
        wrong > 0
          ? 'border-failed-border bg-failed-soft text-failed'
          : isFilled
            ? 'border-success-border bg-success-soft text-success'
            : 'border-input-border text-caption text-muted-foreground tabular',
      )}
    >
      {wrong > 0 ? <CircleAlert size={16} /> : isFilled ? <Check size={16} /> : position + 1}
    </span>
  )
}

function correctionOf(wrong: number): string {
  return wrong === 1 ? '1 field to correct' : `${wrong} fields to correct`
}
