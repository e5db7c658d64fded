import { useSyncExternalStore } from 'react'

/**
 * Whether a list has room for details beside it. How things look is the style's to decide; this is for what they are: a
 * window that keeps the focus, or a part of the page.
 */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, isWide, () => false)
}

let wasWide = false

/** A sheet of paper is narrower: whatever is printed stays what it was on the screen. */
function isWide(): boolean {
  if (!matchMedia('print').matches) wasWide = wide().matches
  return wasWide
}

// The last of the style's breakpoints, 1440 px.
const wide = () => matchMedia('(min-width: 90rem)')

function subscribe(listener: () => void): () => void {
  const screen = wide()
  screen.addEventListener('change', listener)
  return () => screen.removeEventListener('change', listener)
}
