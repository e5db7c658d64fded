import { useSyncExternalStore } from 'react'
import { publicConfig } from '../public-config.ts'

let isOutdated = false
const listeners = new Set<() => void>()

/** Compares the bank's current build of the screens, which each answer names, with the build of this page. */
export function noteBankBuild({ headers }: Response): void {
  const build = headers.get('bank-build')
  if (isOutdated || !build || !publicConfig.build || build === publicConfig.build) return
  isOutdated = true
  for (const listener of listeners) listener()
}

/** Whether the bank has been updated since this page was opened: the page's code and the bank's answers may no longer fit. */
export function useOutdated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOutdated,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
