import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isForAdministrators, pageList } from '@bank/contract/pages'
import { findBrowser } from '@bank/e2e/chromium'
import { root } from '../../bank-command.ts'
import { describeMachine, versionOf } from '../../bench/machine.ts'
import { type Findings, figure, reportText, saveReport, tableOf, whole } from '../../bench/report.ts'
import { percentile } from '../../median.ts'
import { namesIn, readOptions, wholeNumber } from '../../options.ts'
import { addressOf, cookiesOf, openDemoBank } from '../states/people.ts'
import { type CategoryName, lighthouseVersion, measurePage, type Result } from './lighthouse.ts'
import { measureRouteChanges, type RouteChange } from './route-changes.ts'

// Measures the screens with Lighthouse as on a mid-range phone with a slow connection, on the built program with its demo
// people. A missed goal is printed, and is not an error.

type MeasuredPage = { readonly path: string; readonly isPublic: boolean; readonly result: Result }

/** A figure of a page, as it is printed, and its goal. */
type Measure = {
  readonly read: (page: MeasuredPage) => number
  readonly text: (value: number) => string
  readonly goal: Parameters<typeof figure>[3]
}

const measures: Readonly<Record<string, Measure>> = {
  Performance: scoreOf('performance', 95),
  Accessibility: scoreOf('accessibility', 100),
  'Best practices': scoreOf('best-practices', 100),
  SEO: scoreOf('seo', 100),
  'LCP ms': auditOf('largest-contentful-paint', whole, 1_300),
  'TBT ms': auditOf('total-blocking-time', whole, 150),
  CLS: auditOf('cumulative-layout-shift', (shift) => shift.toFixed(3), 0),
  kB: auditOf('total-byte-weight', (bytes) => whole(bytes / 1_000)),
}

/** The pages that the server renders: those of visitors, of customers, and of staff, whose passcode has been entered. */
const rendered = pageList.filter(({ start }) => start !== 'shell')
const paths = rendered.map(({ path }) => path)

const options = readOptions('npm run vitals -- [--runs 5] [--only /,/transfer]', () => {
  const text = { type: 'string' } as const
  const { runs = '5', only } = parseArgs({ options: { runs: text, only: text } }).values
  return { runs: wholeNumber('runs', runs, 100), only: namesIn('only', only, paths) }
})
const begunAt = new Date()
const machine = await describeMachine()
const browser = await findBrowser()
await using bank = await openDemoBank()
const measured: MeasuredPage[] = []
for (const page of rendered.filter(({ path }) => options.only.includes(path))) {
  const { path } = page
  const isPublic = page.start === 'prerendered'
  const cookies = await cookiesOf(
    isPublic ? 'visitor' : isForAdministrators(page) ? 'clara elevated' : 'alice',
  )
  const address = bank.address + (await addressOf(path))
  const result = await measurePage(address, cookies, options.runs, browser)
  measured.push({ path, isPublic, result })
  console.log(`${measured.length}/${options.only.length} ${path}`)
}
const findings = [findingsOf(measured, await measureRouteChanges(browser))]
const seconds = (Date.now() - begunAt.getTime()) / 1_000
const report = { begunAt, seconds, version: versionOf(root), machine, options, findings }
console.log(`\n${reportText(report)}`)
for (const path of saveReport(report, join(root, 'lab/results/vitals'))) console.log(path)

/** The goals with the worst figure of all pages, and a table of the pages with the failed audits. */
function findingsOf(pages: readonly MeasuredPage[], changes: readonly RouteChange[]): Findings {
  const columns = Object.entries(measures).map(
    ([name, { read, text }]) => [name, (page: MeasuredPage) => text(read(page))] as const,
  )
  return {
    part: 'vitals',
    figures: [
      ...Object.entries(measures).flatMap(([name, { read, goal }]) => {
        const values = pages.map(read).filter(Number.isFinite)
        return goal ? figure(`${name}, worst page`, percentile(values, goal.atLeast ? 0 : 1), '', goal) : []
      }),
      ...changes.map(({ path, milliseconds }) =>
        figure(`From a click to the heading of ${path}`, milliseconds, ' ms', { atMost: 100 }),
      ),
    ],
    tables: [
      tableOf(
        `Lighthouse ${lighthouseVersion}, medians of ${options.runs}`,
        pages,
        { Page: ({ path }) => `\`${path}\``, ...Object.fromEntries(columns) },
        ...pages.flatMap(faultsOf),
      ),
    ],
  }
}

/** A score out of 100. Search engines do not find pages behind the sign-in: those have none for SEO. */
function scoreOf(name: CategoryName, atLeast: number): Measure {
  const read = ({ isPublic, result }: MeasuredPage) =>
    name === 'seo' && !isPublic ? Number.NaN : (result.categories[name].score ?? 0) * 100
  return { read, text: whole, goal: { atLeast } }
}

function auditOf(name: string, text: Measure['text'], atMost?: number): Measure {
  const read = ({ result }: MeasuredPage) => result.audits[name]?.numericValue ?? Number.NaN
  return { read, text, goal: atMost === undefined ? undefined : { atMost } }
}

/** The failed audits, other than those of performance, with their places on the page. */
function faultsOf({ path, isPublic, result: { audits, categories } }: MeasuredPage): string[] {
  const names = ['accessibility', 'best-practices', ...(isPublic ? (['seo'] as const) : [])] as const
  return names.flatMap((name) =>
    categories[name].auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id]
      if (!audit || weight === 0 || audit.score === null || audit.score === 1) return []
      const places = audit.details?.items?.map(({ node, description }) => node?.selector ?? description) ?? []
      return [[`\`${path}\`:`, id, ...places].filter(Boolean).join(' ')]
    }),
  )
}
