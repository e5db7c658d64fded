import { lazy, Suspense, useState } from 'react'
import type { DialogProps } from './dialog-props.ts'

/**
 * A window over the page: it takes the focus (to `[data-first-focus]` where there is one), keeps it, closes on Escape and
 * the backdrop, and gives the focus back. Its code is loaded when it is first opened.
 */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <Surface {...props} />
    </Suspense>
  )
}

/** Fetches the code of dialogs ahead, for a moment when the browser has nothing to do. */
export function prepareDialogs(): void {
  const idle = window.requestIdleCallback ?? setTimeout
  idle(() => void loadSurface())
}

const loadSurface = () => import('./dialog-surface.tsx')
const Surface = lazy(async () => ({ default: (await loadSurface()).DialogSurface }))
