import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export type FieldProps = {
  label: string
  /** One line of help under the label. */
  hint?: ReactNode
  /** What is wrong, and how to correct it. */
  error?: string | undefined
  /** Marks the label of a field that may stay empty. */
  optional?: boolean
}

/** The attributes of a control that tie its label, hint and error to it. */
export type ControlProps = {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

/** A label, its control, a hint and an error, tied together. */
export function Field({
  id,
  label,
  hint,
  error,
  warning,
  optional,
  extra,
  children,
}: FieldProps & {
  id: string
  /** A warning that does not block the form; shown when there is no error. Empty for none. */
  warning?: string | undefined
  /** The id of another element that describes the control. */
  extra?: string | undefined
  children: (control: ControlProps) => ReactNode
}) {
  const described = [hint && `${id}-hint`, extra, error ? `${id}-error` : warning && `${id}-warning`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className="grid grid-cols-1 content-start gap-1.5">
      <label htmlFor={id} className="text-label">
        {label}
        {optional && <span className="font-normal text-muted-foreground"> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-caption text-muted-foreground">
          {hint}
        </p>
      )}
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true as const }),
      })}
      <FieldError id={id} error={error} />
      {warning !== undefined && (
        // Rendered from the start: screen readers announce changes of existing live regions only.
        <div role="status">{!error && <FieldWarning id={id} warning={warning} />}</div>
      )}
    </div>
  )
}

/** The error under a control. The summary above the form announces it; this one stays until the field is correct. */
export function FieldError({ id, error }: { id: string; error?: string | undefined }) {
  if (!error) return null
  return (
    <p id={`${id}-error`} className="flex items-start gap-1.5 text-caption text-failed">
      <CircleAlert aria-hidden size={16} className="mt-px shrink-0" />
      <span>
        <span className="sr-only">Error: </span>
        {error}
      </span>
    </p>
  )
}

/** A warning under a control, or under what was typed into it. */
export function FieldWarning({ id, warning }: { id?: string; warning: string | undefined }) {
  if (!warning) return null
  return (
    <p
      id={id && `${id}-warning`}
      className="flex items-start gap-1.5 text-caption font-medium text-pending wrap-anywhere"
    >
      <TriangleAlert aria-hidden size={16} className="mt-px shrink-0" />
      <span>
        <span className="sr-only">Warning: </span>
        {warning}
      </span>
    </p>
  )
}

/** The look of every control. Text of at least 16 px: with less a phone zooms the page on focus. */
export const controlClass =
  'min-h-target w-full rounded-control border border-input-border bg-card px-3 py-2 text-body aria-invalid:border-failed-border aria-invalid:bg-failed-soft'
