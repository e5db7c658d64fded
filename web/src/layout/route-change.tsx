import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Scrolls smoothly to the top whenever the path changes. A change of the query string does not scroll. */
export function RouteChange() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const avoidsMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: 0, behavior: avoidsMotion ? 'auto' : 'smooth' })
  }, [pathname])
  return null
}
