import { clsx } from 'clsx'
import { CircleAlert, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export type FieldProps = {
  label: string
  name: string
  /** The name, without it. */
  id?: string | undefined
  /** One line of help under the label. */
  hint?: ReactNode
  /** What is wrong, and how to correct it. */
  error?: string | undefined
  /** A warning that does not block the form; shown when there is no error. Empty for none. */
  warning?: string | undefined
  /** Marks the label of a field that may stay empty. */
  optional?: boolean
}

/** The attributes of a control that tie its label, hint and error to it. */
type ControlProps = {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

/** A label, its control, a hint and an error, tied together. `children` gets the control's attributes, with those of `rest`. */
export function Field<Rest extends object>({
  id: ownId,
  label,
  hint,
  error,
  warning,
  optional,
  describedBy,
  children,
  ...rest
}: FieldProps &
  Rest & {
    /** The id of another element that describes the control. */
    describedBy?: string | undefined
    children: (control: Omit<Rest, keyof FieldProps> & ControlProps & { name: string }) => ReactNode
  }) {
  const id = ownId ?? rest.name
  const described = [hint && `${id}-hint`, describedBy, error ? `${id}-error` : warning && `${id}-warning`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={stacked}>
      {/* Two parts, so that fields side by side can have their controls in one line (`.field-row`). */}
      <div className={stacked}>
        <label htmlFor={id} className="text-label">
          {label}
          {optional && <span className="font-normal text-muted-foreground"> (optional)</span>}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-caption text-muted-foreground">
            {hint}
          </p>
        )}
      </div>
      <div className={stacked}>
        {children({
          ...(rest as unknown as Rest & { name: string }),
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
    </div>
  )
}

const stacked = 'grid grid-cols-1 content-start gap-1.5'

/** The error under a control. The summary above the form announces it; this one stays until the field is correct. */
export function FieldError({ id, error }: { id: string; error?: string | undefined }) {
  return <Remark id={`${id}-error`} icon={CircleAlert} word="Error" look="text-failed" text={error} />
}

/** A warning under a control, or under what was typed into it. */
function FieldWarning({ id, warning }: { id?: string; warning: string | undefined }) {
  const look = 'font-medium text-pending wrap-anywhere'
  return <Remark id={id && `${id}-warning`} icon={TriangleAlert} word="Warning" look={look} text={warning} />
}

function Remark({
  id,
  icon: Icon,
  word,
  look,
  text,
}: Record<'id' | 'text', string | undefined> & { icon: LucideIcon; word: string; look: string }) {
  if (!text) return null
  return (
    <p id={id} className={clsx('flex items-start gap-1.5 text-caption', look)}>
      <Icon aria-hidden size={16} className="mt-px shrink-0" />
      <span>
        <span className="sr-only">{word}: </span>
        {text}
      </span>
    </p>
  )
}

/** The look of every control. Text of at least 16 px: with less a phone zooms the page on focus. */
export const controlClass =
  'min-h-target w-full rounded-control border border-input-border bg-card px-3 py-2 text-body aria-invalid:border-failed-border aria-invalid:bg-failed-soft'
