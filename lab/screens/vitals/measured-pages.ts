import { pageList } from '@bank/contract/pages'

/** A page to be measured, and who opens it. */
export type MeasuredPage = { readonly path: string; readonly person: 'visitor' | 'alice' }

/** The pages that the server renders: those a visitor opens first, and those of the customer's menu. */
export const measuredPages: readonly MeasuredPage[] = pageList
  .filter(({ start }) => start !== 'shell')
  .map(({ path, start }) => ({ path, person: start === 'prerendered' ? 'visitor' : 'alice' }))

/** The least scores of a page, out of 100. Search engines do not find pages behind the sign-in. */
export const scoresMin = {
  visitor: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 },
  alice: { performance: 90, accessibility: 100, 'best-practices': 96, seo: undefined },
} as const

/** The most of a page's figures, by the names of Lighthouse's audits: milliseconds, milliseconds, layout shift. */
export const figuresMax = {
  'largest-contentful-paint': 1_800,
  'total-blocking-time': 150,
  'cumulative-layout-shift': 0.02,
} as const

/** From a click on a link to the next page's heading, when its code and data are loaded. */
export const routeChangeMillisecondsMax = 100
