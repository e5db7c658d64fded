import { test } from '@bank/e2e/bank'
import { countLayoutShifts, shiftFaults } from '@bank/e2e/layout-shift'
import { expect } from '@playwright/test'
import { goTo } from '../states/go-to.ts'
import { screens } from '../states/screens.ts'
import { gates, type Look, lookAt, zooms } from './gates.ts'
import { note } from './verdict.ts'

const widths = [390, 768, 1440]

// Every state of every screen, in both themes, at each width: minutes of it, and no part of `npm test`.
for (const screen of screens) {
  for (const state of screen.states) {
    test(`${screen.name}, ${state.name}`, async ({ page, faults }, info) => {
      if (state.tolerates) faults.tolerate(state.tolerates)
      const there = widths.filter((width) => !state.widths || state.widths.includes(width))
      await page.setViewportSize({ width: there[0]!, height: 900 })
      await countLayoutShifts(page)
      await goTo(page, screen, state)
      // What a person does moves things; what comes by itself must not.
      const found = state.act || state.isOverlong ? [] : note(info, 'layout shift', await shiftFaults(page))
      for (const [name, gate] of Object.entries(gates)) {
        for (const look of looks(there, name, state.widths !== undefined)) {
          found.push(...note(info, name, await lookAt(page, look, { [name]: gate })))
        }
      }
      expect(found).toEqual([])
    })
  }
}

/** Colours have no part in how a page is laid out; a zoomed one is a narrow one. */
function looks(there: readonly number[], gate: string, isForSomeWidths: boolean): Look[] {
  const light = there.map((width) => ({ width, height: 900, dark: false }))
  if (gate === 'axe') return [...light, ...light.map((look) => ({ ...look, dark: true }))]
  if (gate === 'room' && !isForSomeWidths)
    return [...light, ...zooms.map((size) => ({ ...size, dark: true }))]
  return light
}
