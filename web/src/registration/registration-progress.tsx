import type { RegistrationFields } from '@bank/contract/registration/form'
import { Check } from 'lucide-react'
import { type Control, useWatch } from 'react-hook-form'
import { sections, sectionsFilled } from './registration-fields.ts'

/** The progress of the registration: a chip that stays visible on a small screen, a list beside the form on a wide one. */
export function RegistrationProgress({ control }: { control: Control<RegistrationFields> }) {
  const filled = sectionsFilled(useWatch({ control }))
  const next = filled.indexOf(false)
  return (
    <>
      <p className="no-print sticky top-[calc(var(--bar-height)+8px)] z-10 justify-self-end rounded-full border bg-card px-3 py-1 text-caption text-muted-foreground shadow-md tabular xl:hidden">
        {next < 0 ? 'All filled in' : `${next + 1} of ${sections.length}`}
      </p>
      <aside
        aria-label="Progress"
        className="sticky top-[calc(var(--bar-height)+32px)] hidden w-64 gap-4 self-start rounded-card border bg-card p-card xl:grid"
      >
        <ol className="grid gap-3">
          {sections.map(({ title }, position) => (
            <li key={title} className="flex items-center gap-3 text-label">
              <span
                aria-hidden
                className={
                  filled[position]
                    ? 'inline-flex size-7 items-center justify-center rounded-full border border-success-border bg-success-soft text-success'
                    : 'inline-flex size-7 items-center justify-center rounded-full border border-input-border text-caption text-muted-foreground tabular'
                }
              >
                {filled[position] ? <Check size={16} /> : position + 1}
              </span>
              {title}
              {filled[position] && <span className="sr-only">, filled in</span>}
            </li>
          ))}
        </ol>
        <p className="border-t pt-3 text-caption text-muted-foreground">
          Takes about 3 minutes. New accounts are activated within 24 hours.
        </p>
      </aside>
    </>
  )
}
