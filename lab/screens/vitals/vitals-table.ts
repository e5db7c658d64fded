import { markdownTable } from '../../markdown-table.ts'
import type { CategoryName, Result } from './lighthouse.ts'
import { figuresMax, type MeasuredPage, routeChangeMillisecondsMax, scoresMin } from './measured-pages.ts'
import type { RouteChange } from './route-changes.ts'

export type Vitals = { readonly page: MeasuredPage; readonly result: Result }

/** A table of the pages' figures, with those that miss their goal in bold, and the audits that keep a score below 100. */
export function vitalsTable(measured: readonly Vitals[]): string {
  const headings = [
    'Page',
    'Performance',
    'Accessibility',
    'Best practices',
    'SEO',
    'LCP',
    'TBT',
    'CLS',
    'Bytes',
  ]
  const table = markdownTable(headings, measured.map(rowOf))
  const faults = measured.flatMap(({ page, result }) =>
    faultsOf(result).map((fault) => `- \`${page.path}\`: ${fault}`),
  )
  return faults.length > 0 ? [table, '', ...faults].join('\n') : table
}

/** A table of the times from one page to the next, with those that miss their goal in bold. */
export function routeChangeTable(changes: readonly RouteChange[]): string {
  const rows = changes.map(({ path, milliseconds }) => [
    `\`${path}\``,
    mark(`${Math.round(milliseconds)} ms`, milliseconds <= routeChangeMillisecondsMax),
  ])
  return markdownTable(['Page', 'From the click to its heading'], rows)
}

function rowOf({ page, result: { audits, categories } }: Vitals): string[] {
  const least = scoresMin[page.person]
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const score = (name: CategoryName) => {
    const value = Math.round((categories[name].score ?? 0) * 100)
    return least[name] === undefined ? '' : mark(String(value), value >= least[name])
  }
  const limited = (name: keyof typeof figuresMax, text: (value: number) => string) =>
    mark(text(figure(name)), figure(name) <= figuresMax[name])
  return [
    `\`${page.path}\``,
    score('performance'),
    score('accessibility'),
    score('best-practices'),
    score('seo'),
    limited('largest-contentful-paint', (milliseconds) => `${(milliseconds / 1_000).toFixed(2)} s`),
    limited('total-blocking-time', (milliseconds) => `${Math.round(milliseconds)} ms`),
    limited('cumulative-layout-shift', (shift) => shift.toFixed(3)),
    `${Math.round(figure('total-byte-weight') / 1_000)} kB`,
  ]
}

/** The failed audits, other than those of performance, with their places on the page. */
function faultsOf({ audits, categories }: Result): string[] {
  return (['accessibility', 'best-practices', 'seo'] as const).flatMap((name) =>
    categories[name].auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id]
      if (!audit || weight === 0 || audit.score === null || audit.score === 1) return []
      const places = audit.details?.items?.map(({ node, description }) => node?.selector ?? description) ?? []
      return [[id, ...places].filter(Boolean).join(' ')]
    }),
  )
}

function mark(text: string, isReached: boolean): string {
  return isReached ? text : `**${text}**`
}
