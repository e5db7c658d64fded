import { pageList } from '@bank/contract/pages'

/** A page that is looked at, and by whom. */
export type MeasuredPage = { readonly path: string; readonly person: 'visitor' | 'alice' }

/** The pages whose first view the server renders: those a visitor comes to first, and those of the customer's menu. */
export const measuredPages: readonly MeasuredPage[] = pageList
  .filter(({ start }) => start !== 'shell')
  .map(({ path, start }) => ({ path, person: start === 'prerendered' ? 'visitor' : 'alice' }))

/** What a page is to reach: scores out of 100, and the rest at most, in milliseconds and as layout shift. */
export const goals = {
  visitor: { performance: 95, accessibility: 100, bestPractices: 100, seo: 100 },
  alice: { performance: 90, accessibility: 100, bestPractices: 96, seo: undefined },
  atMost: { paintMilliseconds: 1_800, blockedMilliseconds: 150, shift: 0.02 },
} as const

/** From a press on a link to the next page's heading, when its code and data are there. */
export const routeChangeMilliseconds = 100
