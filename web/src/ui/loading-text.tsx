import { useEffect, useState } from 'react'

/** Says that something is loading. After 8 seconds it says that it is still working. */
export function LoadingText({
  children = 'Loading',
  look = 'text-muted-foreground',
}: {
  children?: string
  look?: string
}) {
  const isLong = useLongWait(true)
  return (
    <p role="status" className={look}>
      {children}
      {isLong && <span className="block text-caption">{stillWorking}</span>}
    </p>
  )
}

export const stillWorking = 'Still working…'

/** True once `waiting` has been true for 8 seconds without a break. */
export function useLongWait(waiting: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLong(true), 8000)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [waiting])
  return isLong && waiting
}
