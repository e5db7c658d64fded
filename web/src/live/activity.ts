import { useEffect, useState } from 'react'

const subscribers = new Set<(ids: readonly string[]) => void>()

/** Passes the ids of the customer's transactions that are new or changed to the lists that show transactions. */
export function publishActivity(ids: readonly string[]): void {
  for (const subscriber of subscribers) subscriber(ids)
}

/** The transactions that are new or changed since the page got its URL state; another state begins with none. */
export function useActivity(urlState: string): ReadonlySet<string> {
  const [activity, setActivity] = useState<{ urlState: string; ids: ReadonlySet<string> }>({
    urlState,
    ids: none,
  })
  useEffect(() => {
    const add = (ids: readonly string[]) =>
      setActivity((before) => ({
        urlState,
        ids: new Set([...(before.urlState === urlState ? before.ids : none), ...ids]),
      }))
    subscribers.add(add)
    return () => void subscribers.delete(add)
  }, [urlState])
  return activity.urlState === urlState ? activity.ids : none
}

const none: ReadonlySet<string> = new Set()
