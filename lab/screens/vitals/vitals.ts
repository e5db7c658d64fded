import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findBrowser } from '@bank/e2e/chromium'
import { root } from '../../bank-command.ts'
import { choose, print, runCommand } from '../command.ts'
import { openDemoBank } from '../open-demo-bank.ts'
import { cookiesOf } from '../states/people.ts'
import { lighthouseVersion, measurePage } from './lighthouse.ts'
import { measuredPages } from './measured-pages.ts'
import { openReferrerProxy } from './referrer-proxy.ts'
import { measureRouteChanges } from './route-changes.ts'
import { routeChangeTable, type Vitals, vitalsTable } from './vitals-table.ts'

// Measures the screens with Lighthouse as on a mid-range phone with a slow connection, on the built program with its demo
// people. A missed goal is printed, and is not an error.

await runCommand('npm run vitals -- [--runs NUMBER] [--only PATH]...', async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '5' },
      only: { type: 'string', multiple: true, default: [] },
    },
  })
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs ${values.runs} is not a number of runs`)
  const pages = choose(
    measuredPages,
    values.only,
    ({ path }) => path,
    (path, word) => path === word,
  )
  const browser = await findBrowser()
  await using bank = await openDemoBank()
  await using proxy = await openReferrerProxy(bank.address)
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}`
  const conditions = `${machine}, Lighthouse ${lighthouseVersion}, medians of ${runs}; load ${load()} at the beginning`
  print(conditions)

  const measured: Vitals[] = []
  for (const page of pages) {
    const cookies = await cookiesOf(page.person)
    const result = await measurePage(`${proxy.address}${page.path}`, cookies, runs, browser)
    measured.push({ page, result })
    print(`${measured.length}/${pages.length} ${page.path}`)
  }
  const changes = await measureRouteChanges(browser)
  const report = [
    `${conditions}, ${load()} at the end`,
    vitalsTable(measured),
    routeChangeTable(changes),
  ].join('\n\n')
  print(`\n${report}`)
  const results = join(root, 'lab/results')
  await mkdir(results, { recursive: true })
  await writeFile(join(results, 'vitals.md'), `${report}\n`)
})

function load(): string {
  return loadavg()[0]!.toFixed(2)
}
