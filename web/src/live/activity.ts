import { useEffect, useState } from 'react'

const listening = new Set<(ids: readonly string[]) => void>()

/** Tells whoever shows transactions which of one's own have come or changed. */
export function tellActivity(ids: readonly string[]): void {
  for (const hear of listening) hear(ids)
}

/** The transactions that have come or changed since one has been at `place`: another place begins with none. */
export function useActivity(place: string): ReadonlySet<string> {
  const [heard, setHeard] = useState<{ place: string; ids: ReadonlySet<string> }>({ place, ids: none })
  useEffect(() => {
    const hear = (ids: readonly string[]) =>
      setHeard((before) => ({
        place,
        ids: new Set([...(before.place === place ? before.ids : none), ...ids]),
      }))
    listening.add(hear)
    return () => void listening.delete(hear)
  }, [place])
  return heard.place === place ? heard.ids : none
}

const none: ReadonlySet<string> = new Set()
