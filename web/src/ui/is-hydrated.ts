import { useSyncExternalStore } from 'react'

/**
 * False while a page that came drawn is being taken over, and in what the server draws; from then on true. For what only
 * the browser can know.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
