import { test } from '@bank/e2e/bank'
import { expect } from '@playwright/test'
import type { State } from '../states/screen.ts'
import { screens } from '../states/screens.ts'
import { checkState, gateNames, type View, zoomedViews } from './gates.ts'

// Every state of every screen, in both themes, at each width. It takes many minutes, so it is not a part of `npm test`.
for (const screen of screens) {
  for (const state of screen.states) {
    test(`${screen.name}, ${state.name}`, async ({ page, faults }) => {
      if (state.tolerates) faults.tolerate(state.tolerates)
      const views = viewsOf(state)
      await page.setViewportSize(views[0]!)
      expect(await checkState(page, screen, state, views)).toEqual([])
    })
  }
}

/** Only axe checks colours, so only axe checks the dark theme at each width. */
function viewsOf({ widths }: State): View[] {
  const light = (widths ?? [390, 768, 1_440]).map(
    (width): View => ({ width, height: 900, theme: 'light', gates: gateNames }),
  )
  const dark = light.map((view): View => ({ ...view, theme: 'dark', gates: ['axe'] }))
  return [...light, ...dark, ...(widths ? [] : zoomedViews)]
}
