import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findBrowser } from '@bank/e2e/chromium'
import { chromium } from '@playwright/test'
import { root } from '../../bank-command.ts'
import { choose, print, runCommand } from '../command.ts'
import { openDemoBank } from '../open-demo-bank.ts'
import { screens } from '../states/screens.ts'
import { takeReadmeScreenshots, takeScreenshots } from './screenshots.ts'
import { writeGallery } from './write-gallery.ts'

// Takes screenshots of every screen in every state, on the real program with its demo people, for review. With `--readme` it
// takes the screenshots of the README instead.

const usage = 'npm run gallery -- [--only SCREEN]... [--into FOLDER] [--against FOLDER] [--readme]'

await runCommand(usage, async () => {
  const begun = performance.now()
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      into: { type: 'string', default: join(root, 'gallery') },
      against: { type: 'string' },
      readme: { type: 'boolean', default: false },
    },
  })
  const chosen = choose(screens, values.only, ({ name }) => name)
  await using _bank = await openDemoBank()
  await using browser = await chromium.launch(await findBrowser())
  if (values.readme) {
    for (const file of await takeReadmeScreenshots(browser)) print(`Written ${file}`)
    return
  }
  const taken = await takeScreenshots(browser, chosen, values.into)
  print(`See ${await writeGallery(taken, values.into, values.against)}`)
  const failures = taken.filter(({ failure }) => failure !== undefined)
  for (const { screen, state, failure } of failures) print(`Not reached: ${screen}, ${state}: ${failure}`)
  if (failures.length > 0) process.exitCode = 1
  print(`It took ${Math.round((performance.now() - begun) / 1_000)} seconds`)
})
