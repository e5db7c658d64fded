import { test } from '@bank/e2e/bank'
import { countLayoutShifts, shiftFaults } from '@bank/e2e/layout-shift'
import { expect } from '@playwright/test'
import { goTo } from '../states/go-to.ts'
import { screens } from '../states/screens.ts'
import { gates, lookAt, zooms } from './gates.ts'

// People who cannot see well, hold a mouse or remember long bank here too. Each page once in each theme; in all its states, at
// all widths, with `npm run gates`.
for (const screen of screens) {
  test(`${screen.name}: everybody can use it, light and dark, on a desk and on a phone`, async ({ page }) => {
    await countLayoutShifts(page)
    const state = screen.states[0]!
    await goTo(page, screen, state)
    // What a person does moves things; what comes by itself must not.
    if (!state.act) expect.soft(await shiftFaults(page)).toEqual([])
    for (const look of [
      { width: 1440, dark: false },
      { width: 390, dark: true },
    ]) {
      expect.soft(await lookAt(page, { height: 900, ...look }, gates)).toEqual([])
    }
    for (const size of zooms) {
      expect.soft(await lookAt(page, { ...size, dark: true }, { room: gates.room })).toEqual([])
    }
  })
}
