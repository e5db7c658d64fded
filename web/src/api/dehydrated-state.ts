import type { QueryClient } from '@tanstack/react-query'
import { noteBankTime } from '../api/bank-clock.ts'

/** The data of a server-rendered page: the bank's time in milliseconds since 1970, the time zone of its clock times, and the answers by query key. */
type DehydratedState = {
  readonly now: number
  readonly readerZone: string
  readonly answers: readonly (readonly [readonly unknown[], unknown])[]
}

/** The answers in `client` as JSON, so that the browser need not request them again. Not yet escaped for HTML. */
export function dehydrateState(client: QueryClient, now: number, readerZone: string): string {
  const answers = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey, state }) => [queryKey, state.data] as const)
  return JSON.stringify({ now, readerZone, answers } satisfies DehydratedState)
}

/** Moves the page's dehydrated state, if there is any, from the document into `client`. Returns the time zone of its clock times. */
export function hydrateState(client: QueryClient): string | undefined {
  const element = document.getElementById('dehydrated-state')
  if (!element) return undefined
  element.remove()
  const { now, readerZone, answers } = JSON.parse(element.textContent) as DehydratedState
  noteBankTime(now)
  for (const [key, answer] of answers) client.setQueryData(key, answer)
  return readerZone
}
