import type { QueryClient } from '@tanstack/react-query'
import { noteBankTime } from '../api/bank-clock.ts'

/** What a page was rendered from: the bank's time in milliseconds since 1970, and its answers by query key. */
type DehydratedState = {
  readonly now: number
  readonly answers: readonly (readonly [readonly unknown[], unknown])[]
}

/** What `client` knows, as JSON, so that the browser need not ask again. Not yet safe inside HTML. */
export function dehydrateState(client: QueryClient, now: number): string {
  const answers = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey, state }) => [queryKey, state.data] as const)
  return JSON.stringify({ now, answers } satisfies DehydratedState)
}

/** Hands the page's dehydrated state to `client`, if there is any, and leaves nothing of it in the document. */
export function hydrateState(client: QueryClient): void {
  const element = document.getElementById('dehydrated-state')
  if (!element) return
  element.remove()
  const { now, answers } = JSON.parse(element.textContent) as DehydratedState
  noteBankTime(now)
  for (const [key, answer] of answers) client.setQueryData(key, answer)
}
