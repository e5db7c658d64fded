import { useEffect, useRef } from 'react'

/** A pause of 2 to 30 seconds that ends early on `askNow` or when the connection is back, and throws once the page is left. */
export function usePause() {
  const hasLeft = useRef(false)
  const wake = useRef(() => {})
  useEffect(() => {
    hasLeft.current = false
    const askNow = () => wake.current()
    window.addEventListener('online', askNow)
    return () => {
      window.removeEventListener('online', askNow)
      hasLeft.current = true
      wake.current()
    }
  }, [])

  async function pause(attempt: number): Promise<void> {
    await new Promise<void>((resume) => {
      const timer = setTimeout(resume, Math.min(1000 * 2 ** attempt, 30_000))
      wake.current = () => {
        clearTimeout(timer)
        resume()
      }
      if (hasLeft.current) wake.current()
    })
    if (hasLeft.current) throw new Error('the page was left before the outcome was certain')
  }

  return { pause, askNow: () => wake.current(), hasLeft: () => hasLeft.current }
}
