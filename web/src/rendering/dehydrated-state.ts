import type { QueryClient } from '@tanstack/react-query'
import { noteBankTime } from '../api/bank-clock.ts'

/** What a page was drawn with: the bank's time in milliseconds since 1970, and its answers by what they were asked as. */
type FirstAnswers = {
  readonly now: number
  readonly answers: readonly (readonly [readonly unknown[], unknown])[]
}

/** What a page that was drawn from `client` is sent with, so that the browser need not ask again. Not yet safe inside HTML. */
export function firstAnswersOf(client: QueryClient, now: number): string {
  const queries = client.getQueryCache().getAll()
  const answers = queries
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey, state }) => [queryKey, state.data] as const)
  return JSON.stringify({ now, answers } satisfies FirstAnswers)
}

/** Takes what the page was sent with, if anything, and leaves nothing of it in the page. */
export function takeFirstAnswers(client: QueryClient): void {
  const sent = document.getElementById('first-answers')
  if (!sent) return
  sent.remove()
  const { now, answers } = JSON.parse(sent.textContent) as FirstAnswers
  noteBankTime(now)
  for (const [key, answer] of answers) client.setQueryData(key, answer)
}
