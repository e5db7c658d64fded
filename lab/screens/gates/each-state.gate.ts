import { test } from '@bank/e2e/bank'
import { expect } from '@playwright/test'
import type { State } from '../states/screen.ts'
import { screens } from '../states/screens.ts'
import { themes } from '../states/theme.ts'
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

/** Only axe checks colours, so only axe checks the dark theme at each width. With EVERY=1 each gate checks each theme and direction. */
function viewsOf({ widths }: State): View[] {
  const every = process.env.EVERY === '1'
  const views = themes.flatMap((theme) => {
    const gates = every || theme === 'light' ? gateNames : (['axe'] as const)
    return (widths ?? [390, 768, 1_440]).map((width): View => ({ width, height: 900, theme, gates }))
  })
  const turned = every ? views.map((view): View => ({ ...view, isRightToLeft: true })) : []
  return [...views, ...(widths ? [] : zoomedViews), ...turned]
}
