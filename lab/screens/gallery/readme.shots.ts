import { join } from 'node:path'
import { untilHydrated } from '@bank/e2e/bank'
import { test } from '@playwright/test'
import { root } from '../../bank-command.ts'
import { goTo } from '../states/go-to.ts'
import { screens } from '../states/screens.ts'
import { setTheme, themes } from '../states/theme.ts'

for (const [name, screenName] of [
  ['dashboard', 'dashboard'],
  ['back-office', 'user'],
] as const) {
  test(`the README's screenshots of the ${name}`, async ({ page }) => {
    const screen = screens.find((one) => one.name === screenName)!
    await goTo(page, screen, screen.states[0]!)
    // Before, a theme that is chosen is not seen yet.
    await untilHydrated(page)
    for (const theme of themes) {
      await setTheme(page, theme)
      const path = join(root, 'docs/screenshots', `${name}-${theme}.png`)
      await page.screenshot({ path, animations: 'disabled' })
    }
  })
}
