import { clsx } from 'clsx'
import type { ComponentProps, MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router'
import { stillWorking, useLongWait } from './loading-text.tsx'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'destructive'

type ButtonProps = ComponentProps<'button'> & {
  look?: ButtonLook
  /** While true the button keeps its focus and its width, and does nothing. */
  busy?: boolean
  /** The label while busy. */
  busyLabel?: string
  /** Takes the full width. */
  wide?: boolean
}

/**
 * A button. It is never disabled to wait for a valid form: when it is pressed, the form says what is missing. After 8 busy seconds
 * it says that it is still working, on the screen and to screen readers.
 */
export function Button({
  look = 'primary',
  busy = false,
  busyLabel,
  wide,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isLong = useLongWait(busy)
  const label = isLong ? stillWorking : busy && busyLabel ? busyLabel : children
  return (
    <>
      <button
        {...rest}
        type={type}
        aria-disabled={busy || rest['aria-disabled']}
        aria-busy={busy || undefined}
        data-reserve={busyLabel && (busy ? textOf(children) : busyLabel)}
        onClick={(event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event))}
        className={clsx(buttonClass(look, wide), className)}
      >
        <span className="flex items-center justify-center gap-2">{label}</span>
      </button>
      {busy && (
        <span role="status" className="sr-only">
          {isLong && stillWorking}
        </span>
      )}
    </>
  )
}

/** A link that looks like a button, for navigation. */
export function ButtonLink({
  look = 'primary',
  wide,
  className,
  ...rest
}: LinkProps & { look?: ButtonLook; wide?: boolean }) {
  return <Link {...rest} className={clsx(buttonClass(look, wide), className)} />
}

const looks: Record<ButtonLook, string> = {
  primary: 'border-transparent bg-primary text-primary-foreground hover:bg-primary-hover',
  secondary: 'border-input-border bg-card text-foreground hover:bg-hover',
  quiet: 'border-transparent text-link hover:bg-hover',
  destructive: 'border-transparent bg-destructive text-destructive-foreground hover:bg-destructive-hover',
}

function buttonClass(look: ButtonLook, wide?: boolean): string {
  return clsx(
    'inline-grid min-h-target place-content-center rounded-control border px-4 py-2 text-center text-label',
    'transition-colors aria-disabled:cursor-default aria-disabled:opacity-80',
    // The other label is invisible and keeps the width.
    'after:invisible after:block after:h-0 after:overflow-hidden after:content-[attr(data-reserve)]',
    wide && 'w-full',
    looks[look],
  )
}

function textOf(children: unknown): string | undefined {
  return typeof children === 'string' ? children : undefined
}
