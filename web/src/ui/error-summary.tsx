import { useEffect, useRef } from 'react'

/** The labels of a form's fields by name, in the order of the form. */
export type FieldLabels = Readonly<Record<string, string>>

/**
 * The summary above a form that could not be sent: how many fields need attention, and a link to each. It takes the focus after
 * each failed attempt; `submitCount` counts them.
 */
export function ErrorSummary({
  labels,
  errors,
  submitCount,
  onLead,
}: {
  labels: FieldLabels
  errors: Readonly<Record<string, unknown>>
  submitCount: number
  /** Called with the name of a field before the focus moves to it: the form may have to show it first. */
  onLead?: (name: string) => void
}) {
  const wrong = Object.keys(labels).filter((name) => errors[name])
  const box = useRef<HTMLDivElement>(null)
  const anyWrong = wrong.length > 0

  // Only a new attempt moves the focus: correcting a field must not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: submitCount is what the focus follows.
  useEffect(() => {
    if (submitCount > 0) box.current?.focus()
  }, [submitCount, anyWrong])

  if (!anyWrong) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce controls.
    <div
      role="group"
      ref={box}
      tabIndex={-1}
      aria-labelledby="error-summary-title"
      className="grid gap-2 rounded-card border border-failed-border bg-failed-soft p-4"
    >
      <h2 id="error-summary-title" className="text-h3 text-failed">
        There is a problem — {wrong.length} {wrong.length === 1 ? 'field needs' : 'fields need'} attention
      </h2>
      <ul className="flex flex-wrap gap-x-4">
        {wrong.map((name) => (
          <li key={name}>
            <a
              href={`#${name}`}
              className="link-alone"
              onClick={(event) => {
                event.preventDefault()
                onLead?.(name)
                focusField(event.currentTarget.ownerDocument, name)
              }}
            >
              {labels[name]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Moves to the control with this id, or to the first of a group of radio buttons with this name. */
function focusField(page: Document, name: string): void {
  const control = page.getElementById(name) ?? page.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
  control?.focus()
}
