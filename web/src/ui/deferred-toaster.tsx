import { useEffect, useState } from 'react'
import { deferred } from './deferred.tsx'

/** The toasts at the top. Their code is fetched when the browser is idle, after one second at most; earlier toasts appear then. */
export function Toaster(props: { theme: 'light' | 'dark' }) {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const want = () => setWanted(true)
    if (window.requestIdleCallback) window.requestIdleCallback(want, { timeout: 1_000 })
    else setTimeout(want, 1_000)
  }, [])
  if (!isWanted) return null
  return <Surface {...props} />
}

const Surface = deferred(async () => (await import('./toaster.tsx')).ToasterSurface)
