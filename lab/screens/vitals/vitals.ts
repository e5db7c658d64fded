import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '@bank/e2e/chromium'
import { readArguments } from './arguments.ts'
import { openDemoBank } from './demo-bank.ts'
import { openLighthouse } from './lighthouse.ts'
import { openChromium } from './open-chromium.ts'
import { openDoor } from './open-door.ts'
import { measureRouteChanges } from './route-changes.ts'
import { signInAs } from './signed-in.ts'
import { medianOf, routeChangeTable, type Vitals, vitalsTable } from './vitals-table.ts'

// How fast and how well made the screens are, judged by Lighthouse as on a mid-range telephone with a slow connection, on the
// built program with its demo people. A measurement, never a test: whether a goal is met is printed and changes nothing.

const results = join(import.meta.dirname, '../../results')
const say = (text: string) => process.stdout.write(`${text}\n`)

try {
  await vitals()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

async function vitals(): Promise<void> {
  const { runs, pages } = readArguments(process.argv.slice(2))
  const lighthouse = await openLighthouse(say)
  const browser = await findBrowser()
  await using bank = await openDemoBank()
  await using door = await openDoor(bank.address)
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}`
  const busy = `${loadavg()[0]!.toFixed(2)} programs at work on average in the minute before`
  say(`${machine}, ${lighthouse.version}; ${busy}`)

  const measured: Vitals[] = []
  for (const page of pages) {
    const seen: Vitals[] = []
    for (let run = 0; run < runs; run++) {
      // A browser of its own for each look, so that none finds what an earlier one has kept.
      await using chromium = await openChromium(browser)
      if (page.person === 'alice') await chromium.addCookies(await signInAs('Alice', bank, door.address))
      seen.push({ page, ...(await lighthouse.look(`${door.address}${page.path}`, chromium.port)) })
    }
    measured.push(medianOf(seen))
    say(
      vitalsTable([medianOf(seen)])
        .split('\n')
        .at(-1)!,
    )
  }
  const changes = await measureRouteChanges(bank, browser)
  const report = [
    `${machine}, ${lighthouse.version}, medians of ${runs}; ${busy}, ${loadavg()[0]!.toFixed(2)} at the end`,
    vitalsTable(measured),
    routeChangeTable(changes),
  ].join('\n\n')
  say(`\n${report}`)
  await mkdir(results, { recursive: true })
  await writeFile(join(results, 'vitals.md'), `${report}\n`)
}
