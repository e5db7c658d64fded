import { lazy, Suspense, useState } from 'react'
import type { DialogProps } from './dialog-props.ts'
import { fetchWhenIdle } from './fetch-when-idle.ts'
import { useIsHydrated } from './is-hydrated.ts'

/**
 * A window over the page: it takes the focus (to `[data-first-focus]` where there is one), keeps it, closes on Escape and
 * the backdrop, and gives the focus back. Its code is loaded when it is first opened.
 */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open)
  const isAlive = useIsHydrated()
  if (props.open && !wanted) setWanted(true)
  if (!wanted || !isAlive) return null
  return (
    <Suspense fallback={null}>
      <Surface {...props} />
    </Suspense>
  )
}

/** Fetches the code of dialogs ahead. */
export function prepareDialogs(): void {
  fetchWhenIdle(loadSurface)
}

const loadSurface = () => import('./dialog-surface.tsx')
const Surface = lazy(async () => ({ default: (await loadSurface()).DialogSurface }))
