import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Scrolls smoothly to the top whenever the path changes. What follows the "?" never scrolls. */
export function RouteChange() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' })
  }, [pathname])
  return null
}
