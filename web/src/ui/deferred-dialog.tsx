import { useState } from 'react'
import { deferred } from './deferred.tsx'
import type { DialogProps } from './dialog-props.ts'
import { fetchWhenIdle } from './fetch-when-idle.ts'
import { useIsHydrated } from './is-hydrated.ts'

/**
 * A modal dialog. It takes the focus (to `[data-first-focus]` if there is one), keeps it inside, closes on Escape and on the
 * backdrop, and returns the focus. Its code is loaded when the first dialog opens.
 */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open)
  const isHydrated = useIsHydrated()
  if (props.open && !wanted) setWanted(true)
  if (!wanted || !isHydrated) return null
  return <Surface {...props} />
}

/** Fetches the code of dialogs ahead. */
export function prepareDialogs(): void {
  fetchWhenIdle(loadSurface)
}

const loadSurface = () => import('./dialog.tsx')
const Surface = deferred(async () => (await loadSurface()).DialogSurface)
