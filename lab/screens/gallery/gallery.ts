import { findBrowser } from '@bank/e2e/chromium'
import { openOwnBank } from '@bank/e2e/own-bank'
import { chromium } from '@playwright/test'
import { screens } from '../states/screens.ts'
import { drawReadme } from './draw-readme.ts'
import { drawScreens } from './draw-screens.ts'
import { readWishes, wanted } from './wishes.ts'
import { writeGallery } from './write-gallery.ts'

// Draws every screen of the bank in every state, on the real program with its demo people, for eyes and for review.
// `--readme` draws the README's pictures instead.

const began = Date.now()
const say = (text: string) => process.stdout.write(`${text}\n`)

try {
  const wishes = readWishes(process.argv.slice(2))
  const chosen = wanted(screens, wishes.only)
  await using bank = await openOwnBank()
  // Where the screens' list looks for the bank and its people, as the journeys do.
  Object.assign(process.env, { BANK_URL: bank.address, BANK_DATA: bank.data })
  const browser = await chromium.launch(await findBrowser())
  try {
    if (wishes.readme) {
      for (const file of await drawReadme(browser)) say(`Drawn ${file}`)
    } else {
      const drawn = await drawScreens(browser, chosen, wishes.into, say)
      say(`See ${await writeGallery(drawn, wishes)}`)
      const failures = drawn.filter(({ failure }) => failure !== undefined)
      for (const { screen, state, failure } of failures) say(`Not drawn: ${screen}, ${state}: ${failure}`)
      if (failures.length > 0) process.exitCode = 1
    }
  } finally {
    await browser.close()
  }
  say(`It took ${Math.round((Date.now() - began) / 1000)} seconds`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
