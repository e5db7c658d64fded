import { lazy, type ReactNode, Suspense, useState } from 'react'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** One sentence under the title, read with it. */
  description?: string
  /**
   * `dialog` in the middle, at most 480 px; `alert` the same for what must be answered (the backdrop does not close it);
   * `sheet` from the end, 480 px or the whole of a small screen; `drawer` the menu from the start.
   */
  shape?: 'dialog' | 'alert' | 'sheet' | 'drawer'
  children: ReactNode
}

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
