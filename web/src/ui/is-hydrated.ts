import { useSyncExternalStore } from 'react'

/** False on the server and during hydration, then true: for what only the browser knows. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
