import type { Look } from './lighthouse.ts'
import { goals, type MeasuredPage, routeChangeMilliseconds } from './measured-pages.ts'

export type Vitals = Look & { readonly page: MeasuredPage }
export type RouteChange = { readonly path: string; readonly milliseconds: number }

/** The median of several looks at one page, figure by figure; of their faults, each once. */
export function medianOf(looks: readonly Vitals[]): Vitals {
  const of = (figure: Figure) => median(looks.map((look) => look[figure]))
  return {
    page: looks[0]!.page,
    ...(Object.fromEntries(figures.map((figure) => [figure, of(figure)])) as Record<Figure, number>),
    faults: [...new Set(looks.flatMap(({ faults }) => faults))],
  }
}

/** A table of the pages' figures; those that miss their goal are in bold. */
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
  const rows = measured.map((vitals) => {
    const { page, ...look } = vitals
    const goal = goals[page.person]
    const score = (figure: keyof typeof goal) =>
      mark(String(look[figure]), goal[figure] === undefined || look[figure] >= goal[figure])
    const { atMost } = goals
    return [
      `\`${page.path}\``,
      score('performance'),
      score('accessibility'),
      score('bestPractices'),
      // Nothing finds what stands behind the sign-in, so nothing is asked of it.
      goal.seo === undefined ? '' : score('seo'),
      mark(
        `${(look.paintMilliseconds / 1_000).toFixed(2)} s`,
        look.paintMilliseconds <= atMost.paintMilliseconds,
      ),
      mark(
        `${Math.round(look.blockedMilliseconds)} ms`,
        look.blockedMilliseconds <= atMost.blockedMilliseconds,
      ),
      mark(look.shift.toFixed(3), look.shift <= atMost.shift),
      `${Math.round(look.bytes / 1_000)} kB`,
    ]
  })
  const faults = measured.flatMap(({ page, faults }) => faults.map((fault) => `- \`${page.path}\`: ${fault}`))
  return [table(headings, rows), ...(faults.length > 0 ? ['', ...faults] : [])].join('\n')
}

/** A table of how long it takes from one page to the next; what misses its goal is in bold. */
export function routeChangeTable(changes: readonly RouteChange[]): string {
  const rows = changes.map(({ path, milliseconds }) => [
    `\`${path}\``,
    mark(`${Math.round(milliseconds)} ms`, milliseconds <= routeChangeMilliseconds),
  ])
  return table(['Page, once more', 'From the press to its heading'], rows)
}

const figures = [
  'performance',
  'accessibility',
  'bestPractices',
  'seo',
  'paintMilliseconds',
  'blockedMilliseconds',
  'shift',
  'bytes',
] as const
type Figure = (typeof figures)[number]

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

function mark(text: string, isReached: boolean): string {
  return isReached ? text : `**${text}**`
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const ruler = headings.map((_, column) => (column === 0 ? '---' : '---:'))
  return [headings, ruler, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
