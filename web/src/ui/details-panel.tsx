import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './icon-button.tsx'

/** Details beside a list that stays usable. It takes the focus when it appears and returns it when it closes. */
export function DetailsPanel({
  title,
  onClose,
  returnTo,
  children,
}: {
  title: string
  onClose: () => void
  /** Gives the element that takes the focus afterwards. */
  returnTo: () => HTMLElement | null
  children: ReactNode
}) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const giveBack = useRef(returnTo)
  giveBack.current = returnTo
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    return () => giveBack.current()?.focus({ preventScroll: true })
  }, [])
  return (
    <section
      aria-labelledby={id}
      data-details-panel
      className="sticky top-[calc(var(--bar-height)+16px)] grid max-h-[calc(100dvh-var(--bar-height)-32px)] content-start gap-4 overflow-y-auto rounded-card border bg-card p-card shadow-xs print:static print:max-h-none print:border-0 print:p-0"
    >
      <div className="flex min-h-target items-center justify-between gap-4">
        <h2 ref={heading} id={id} tabIndex={-1} className="text-h2">
          {title}
        </h2>
        <IconButton icon={X} label="Close" onClick={onClose} className="no-print -me-2" />
      </div>
      {children}
    </section>
  )
}
