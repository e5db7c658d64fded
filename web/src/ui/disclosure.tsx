import { clsx } from 'clsx'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

/** A button that shows and hides a panel, for example of links. Escape and a click elsewhere close it. */
export function Disclosure({
  label,
  buttonClass,
  panelClass,
  tabIndex,
  children,
}: {
  /** The content of the button, which is also its name. */
  label: ReactNode
  buttonClass?: string
  panelClass?: string
  /** That of the button. */
  tabIndex?: number
  /** Renders the panel; `close` closes it. */
  children: (close: () => void) => ReactNode
}) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const outside = (event: PointerEvent) => {
      if (!whole.current?.contains(event.target as Node)) setOpen(false)
    }
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('keydown', onEscape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('keydown', onEscape)
    }
  }, [open])

  return (
    <div ref={whole} className="relative min-w-0">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        tabIndex={tabIndex}
        onClick={() => setOpen(!open)}
        className={clsx('rounded-control hover:bg-hover', buttonClass)}
      >
        {label}
      </button>
      <div
        id={id}
        hidden={!open}
        className={clsx('absolute end-0 z-40 mt-1 rounded-card border bg-card shadow-md', panelClass)}
      >
        {open &&
          children(() => {
            setOpen(false)
            // What takes the focus next, such as a dialog, gives it back to the button.
            button.current?.focus()
          })}
      </div>
    </div>
  )
}
