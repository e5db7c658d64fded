import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * A component whose code is fetched when it is first rendered, for what opens after the first view. It is shown as soon as the
 * code is there; what suspends waits until 300 ms after the last placeholder (React's FALLBACK_THROTTLE_MS).
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { placeholder?: ReactNode }> {
  let known: ComponentType<Props> | undefined
  return function Deferred({ placeholder, ...props }: Props & { placeholder?: ReactNode }) {
    const [{ Loaded, failure }, setLoad] = useState<{ Loaded?: typeof known; failure?: unknown }>({
      Loaded: known,
    })
    useEffect(() => {
      if (Loaded) return
      load().then(
        (component) => {
          known = component
          setLoad({ Loaded: component })
        },
        (error: unknown) => setLoad({ failure: error ?? new Error('A script could not be loaded') }),
      )
    }, [Loaded])
    if (failure) throw failure
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : placeholder
  }
}
