import { useEffect, useState } from 'react'

/** What is being waited for, in words. After 8 seconds it says that the work goes on. */
export function LoadingText({ children = 'Loading' }: { children?: string }) {
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 8000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p role="status" className="text-muted-foreground">
      {children}
      {long && <span className="block text-caption">Still working…</span>}
    </p>
  )
}
