import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useIsHydrated } from './is-hydrated.ts'

/**
 * A component whose code is fetched when it is first rendered, for what opens after the first view. It is shown as soon as the
 * code is there; what suspends waits until 300 ms after the last placeholder (React's FALLBACK_THROTTLE_MS). React's `lazy` is for routes
 * only (docs/rendering.md).
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  {
    isInFirstView = false,
  }: {
    /**
     * The server renders it, and the page is hydrated when its code is there. In a boundary of its own it would be hydrated after its
     * parent, and React removes the server's HTML of a boundary whose parent is rendered again before.
     */
    isInFirstView?: boolean
  } = {},
): ComponentType<Props & { placeholder?: ReactNode }> {
  let known: ComponentType<Props> | undefined
  let fetching: Promise<ComponentType<Props>> | undefined
  let lastFailure: unknown
  const fetchOnce = () => {
    fetching ??= load().then(
      (component) => {
        known = component
        return component
      },
      (error: unknown) => {
        fetching = undefined
        lastFailure = error ?? new Error('A script could not be loaded')
        throw lastFailure
      },
    )
    return fetching
  }
  return function Deferred({ placeholder, ...props }: Props & { placeholder?: ReactNode }) {
    const isHydrated = useIsHydrated()
    const [{ Loaded = known, failure }, setLoad] = useState<{ Loaded?: typeof known; failure?: unknown }>({})
    useEffect(() => {
      if (Loaded) return
      fetchOnce().then(
        (component) => setLoad({ Loaded: component }),
        (error: unknown) => setLoad({ failure: error }),
      )
    }, [Loaded])
    if (failure) throw failure
    // A promise is thrown, because `use` may not be left out of the next rendering.
    if (isInFirstView && !isHydrated && !Loaded) throw lastFailure ?? fetchOnce()
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : placeholder
  }
}
