import { useEffect, useRef } from 'react'
import { publicConfig } from '../public-config.ts'
import { takeEarlyInput } from '../ui/early-input.ts'
import { Logo } from './logo.tsx'

/**
 * The page's only h1. It sets the title of the browser tab and, after a navigation or a step, takes the focus, so that a screen
 * reader starts at the top.
 */
export function PageHeading({
  children,
  hasErrors = false,
  className = '',
}: {
  children: string
  /** Puts "Error:" before the title of the browser tab. */
  hasErrors?: boolean
  className?: string
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${hasErrors ? 'Error: ' : ''}${children} · ${publicConfig.bankName}`
  }, [children, hasErrors])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another heading is another view.
  useEffect(() => {
    if (isFirstView()) hasShownFirstView = true
    else heading.current?.focus({ preventScroll: true })
  }, [children])
  // After the effect above: what was pressed before hydration takes the focus.
  useEffect(takeEarlyInput, [])
  return (
    <>
      {/* On paper only the logo names the bank. */}
      <div className="print-behind hidden print:block">
        <Logo />
      </div>
      <h1 ref={heading} tabIndex={-1} data-page-heading className={`text-h1 ${className}`}>
        {children}
      </h1>
    </>
  )
}

let hasShownFirstView = false
let hasPressed = false
const firstAddress = globalThis.location?.href
const notePress = () => {
  hasPressed = true
}
globalThis.document?.addEventListener('click', notePress, { capture: true, once: true })

/**
 * The browser announces the first view of a visit, unless the user has gone to another one before it was shown. A press on the page
 * itself, such as into a field, keeps its focus.
 */
function isFirstView(): boolean {
  return !hasShownFirstView && !(hasPressed && location.href !== firstAddress)
}
