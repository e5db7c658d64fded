import { useEffect, useRef } from 'react'

/** The title of a step that has replaced another: it takes the focus, so that a screen reader continues there. */
export function StepTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h3 ref={title} tabIndex={-1} className="text-h3">
      {children}
    </h3>
  )
}
