import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Page, test } from '@playwright/test'
import { root } from '../../bank-command.ts'
import { expectShown, goTo } from '../states/go-to.ts'
import { keepToasts } from '../states/page-actions.ts'
import { screens } from '../states/screens.ts'
import { setTheme, themes } from '../states/theme.ts'

/** Windows, in pixels: a phone, a tablet and a desktop. */
const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1_024 },
  { width: 1_440, height: 900 },
]
const { AGAINST: against } = process.env

for (const screen of screens) {
  for (const state of screen.states) {
    test(`${screen.name}, ${state.name}`, async ({ page }, info) => {
      const windows = sizes.filter(({ width }) => state.widths?.includes(width) ?? true)
      // What exists on a small screen only can be reached there only.
      if (state.widths) await page.setViewportSize(windows[0]!)
      await goTo(page, screen, state)
      await keepToasts(page)
      for (const window of windows) {
        await page.setViewportSize(window)
        await expectShown(page, state)
        await fitWindow(page, window)
        for (const theme of themes) {
          await setTheme(page, theme)
          // The same in every run, so that two galleries can be compared.
          const file = `${screen.name}--${state.name}--${theme}-${window.width}.webp`.replaceAll(' ', '-')
          const path = join(root, 'gallery', file)
          await page.screenshot({ path, type: 'webp', quality: 82, animations: 'disabled' })
          const before = against && resolve(root, against, file)
          const isChanged = before && existsSync(before) && !readFileSync(before).equals(readFileSync(path))
          const name = `${theme}, ${window.width} px`
          // The report shows an expected and an actual picture beside each other.
          if (isChanged) await info.attach(`${name}-expected`, { path: before, contentType: 'image/webp' })
          await info.attach(isChanged ? `${name}-actual` : name, { path, contentType: 'image/webp' })
        }
      }
    })
  }
}

// What is longer is a list, and its first screens show enough.
const heightMax = 2_400

/** Makes the window as high as its page, unless a dialog is open, which keeps its place in a window of the usual height. */
async function fitWindow(page: Page, { width, height }: (typeof sizes)[number]): Promise<void> {
  if (await page.locator('[role=dialog], [role=alertdialog]').filter({ visible: true }).count()) return
  const needed = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.min(Math.max(height, needed), heightMax) })
}
