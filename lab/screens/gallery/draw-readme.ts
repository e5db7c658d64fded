import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { goTo } from '../states/go-to.ts'
import { screens } from '../states/screens.ts'
import { themes } from './picture.ts'
import { stillPage } from './still-page.ts'

/** The README's pictures by the screen they show. */
const pictures = [
  { name: 'dashboard', screen: 'dashboard' },
  { name: 'back-office', screen: 'user' },
]

/** Draws the README's pictures anew, and returns their files. */
export async function drawReadme(browser: Browser): Promise<string[]> {
  const files: string[] = []
  for (const { name, screen } of pictures) {
    const shown = screens.find((one) => one.name === screen)!
    const { page, setTheme, close } = await stillPage(browser, { width: 1440, height: 900 })
    await goTo(page, shown, shown.states[0]!)
    for (const theme of themes) {
      await setTheme(theme)
      const file = join(import.meta.dirname, '../../..', 'docs', 'screenshots', `${name}-${theme}.png`)
      await page.screenshot({ path: file, animations: 'disabled' })
      files.push(file)
    }
    await close()
  }
  return files
}
