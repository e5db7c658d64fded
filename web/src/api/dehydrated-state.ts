import type { QueryClient } from '@tanstack/react-query'
import { noteBankTime } from '../api/bank-clock.ts'

/** The data of a server-rendered page: the bank's time in milliseconds since 1970, and its answers by query key. */
type DehydratedState = {
  readonly now: number
  readonly answers: readonly (readonly [readonly unknown[], unknown])[]
}

/** The answers in `client` as JSON, so that the browser need not request them again. Not yet escaped for HTML. */
export function dehydrateState(client: QueryClient, now: number): string {
  const answers = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey, state }) => [queryKey, state.data] as const)
  return JSON.stringify({ now, answers } satisfies DehydratedState)
}

/** Moves the page's dehydrated state, if there is any, from the document into `client`. */
export function hydrateState(client: QueryClient): void {
  const element = document.getElementById('dehydrated-state')
  if (!element) return
  element.remove()
  const { now, answers } = JSON.parse(element.textContent) as DehydratedState
  noteBankTime(now)
  for (const [key, answer] of answers) client.setQueryData(key, answer)
}
