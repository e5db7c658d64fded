import { useEffect, useRef } from 'react'
import { publicConfig } from '../public-config.ts'
import { takeEarlyInput } from '../rendering/early-input.ts'
import { Logo } from './logo.tsx'

/**
 * The page's one h1. It names the browser tab and, when somebody has come here from another page or step, takes the
 * focus, so that a screen reader begins at the top.
 */
export function PageHeading({
  children,
  hasErrors = false,
  className = '',
}: {
  children: string
  /** Says "Error:" first in the browser tab. */
  hasErrors?: boolean
  className?: string
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${hasErrors ? 'Error: ' : ''}${children} · ${publicConfig.bankName}`
  }, [children, hasErrors])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another heading is another view.
  useEffect(() => {
    if (firstView) firstView = false
    else heading.current?.focus({ preventScroll: true })
  }, [children])
  // After that, for what is pressed has the focus.
  useEffect(takeEarlyInput, [])
  return (
    <>
      {/* On paper nothing else says whose page it is. */}
      <div className="print-behind hidden print:block">
        <Logo />
      </div>
      <h1 ref={heading} tabIndex={-1} data-page-heading className={`text-h1 ${className}`}>
        {children}
      </h1>
    </>
  )
}

// The browser itself announces the first view of a visit, unless somebody has gone on before it was shown.
let firstView = true
const goOn = () => {
  firstView = false
}
globalThis.document?.addEventListener('click', goOn, { capture: true, once: true })
