import { useSyncExternalStore } from 'react'

/** Whether a list has room for details beside it, in a panel. On a narrower screen they are in a modal dialog. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, isWide, () => false)
}

let wasWide = false

/** Paper is narrower than the screen: printing must not change the page. */
function isWide(): boolean {
  if (!matchMedia('print').matches) wasWide = wide().matches
  return wasWide
}

// The widest breakpoint of the styles, 1440 px.
const wide = () => matchMedia('(min-width: 90rem)')

function subscribe(listener: () => void): () => void {
  const screen = wide()
  screen.addEventListener('change', listener)
  return () => screen.removeEventListener('change', listener)
}
