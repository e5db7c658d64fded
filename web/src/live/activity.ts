import { allAccounts } from '@bank/contract/accounts/all-accounts'
import { useEffect, useState } from 'react'

/** A transaction of the customer that is new or changed. `account`: the number of the further account that lists it. */
export type Activity = { readonly id: string; readonly account?: string | undefined }

const subscribers = new Set<(activity: readonly Activity[]) => void>()

/** Passes on the customer's transactions that are new or changed to the lists that show transactions. */
export function publishActivity(activity: readonly Activity[]): void {
  for (const subscriber of subscribers) subscriber(activity)
}

/**
 * The transactions of an account (undefined: the main one), or of all accounts, that are new or changed since the page got its URL
 * state; another state begins with none.
 */
export function useActivity(account: string | undefined, urlState: string): ReadonlySet<string> {
  const [activity, setActivity] = useState<{ urlState: string; ids: ReadonlySet<string> }>({
    urlState,
    ids: none,
  })
  useEffect(() => {
    const add = (activity: readonly Activity[]) => {
      const ids = activity
        .filter((each) => account === allAccounts || each.account === account)
        .map(({ id }) => id)
      if (ids.length === 0) return
      setActivity((before) => ({
        urlState,
        ids: new Set([...(before.urlState === urlState ? before.ids : none), ...ids]),
      }))
    }
    subscribers.add(add)
    return () => void subscribers.delete(add)
  }, [account, urlState])
  return activity.urlState === urlState ? activity.ids : none
}

const none: ReadonlySet<string> = new Set()
