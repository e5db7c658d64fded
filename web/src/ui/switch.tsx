import { type ComponentProps, type ReactNode, useId } from 'react'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  label: string
  /** One line of help under the label. */
  hint?: ReactNode
}

/** A setting that is on or off and applies at once: a checkbox with the role of a switch, and its state as a word. */
export function Switch({ label, hint, checked, ...rest }: SwitchProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-0.5">
      <label htmlFor={id} className="flex min-h-target items-center text-label">
        {label}
      </label>
      <span className="flex items-center gap-2">
        <span aria-hidden className="text-caption text-muted-foreground">
          {checked ? 'On' : 'Off'}
        </span>
        <input
          {...rest}
          id={id}
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked ?? false}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="relative h-6 w-11 shrink-0 appearance-none rounded-full border border-input-border bg-sunken before:absolute before:start-0.5 before:top-0.5 before:size-4.5 before:rounded-full before:bg-muted-foreground before:content-[''] after:absolute after:-inset-2.5 after:content-[''] checked:border-primary checked:bg-primary checked:before:start-5.5 checked:before:bg-primary-foreground disabled:opacity-60"
        />
      </span>
      {hint && (
        <p id={`${id}-hint`} className="col-span-full text-caption text-muted-foreground">
          {hint}
        </p>
      )}
    </div>
  )
}
