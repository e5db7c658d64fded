import { accessFaults } from '@bank/e2e/accessible'
import { countLayoutShifts, shiftFaults } from '@bank/e2e/layout-shift'
import type { Page } from '@playwright/test'
import { goTo } from '../states/go-to.ts'
import { readRightToLeft } from '../states/page-actions.ts'
import type { Screen, State } from '../states/screen.ts'
import { setTheme, type Theme } from '../states/theme.ts'
import { motionFaults } from './motion.ts'
import { rightToLeftFaults } from './right-to-left.ts'
import { roomFaults } from './room.ts'
import { targetFaults } from './targets.ts'
import { textSpacingFaults } from './text-spacing.ts'

/** Returns the faults of the open page. */
export type Gate = (page: Page) => Promise<string[]>

/** What every page must pass. */
export const gates = {
  axe: accessFaults,
  targets: targetFaults,
  room: roomFaults,
  motion: motionFaults,
  'text spacing': textSpacingFaults,
  'right to left': rightToLeftFaults,
} satisfies Record<string, Gate>

export type GateName = keyof typeof gates
export const gateNames = Object.keys(gates) as GateName[]

/** A window in pixels and a theme, with the gates that are checked in them. */
export type View = {
  readonly width: number
  readonly height: number
  readonly theme: Theme
  readonly gates: readonly GateName[]
  readonly isRightToLeft?: boolean
}

/** A desktop window of 1280 × 1024 pixels at 200 % and at 400 %. */
export const zoomedViews: readonly View[] = [
  { width: 640, height: 512, theme: 'dark', gates: ['room'] },
  { width: 320, height: 256, theme: 'dark', gates: ['room'] },
]

/** Brings the page to a state of a screen, and runs the gates of each view. Returns what they found. */
export async function checkState(
  page: Page,
  screen: Screen,
  state: State,
  views: readonly View[],
): Promise<string[]> {
  await countLayoutShifts(page)
  await goTo(page, screen, state)
  // A user's action moves things; a page that loads must not.
  const faults = state.act || state.isOverlong ? [] : await shiftFaults(page)
  for (const { width, height, theme, gates: names, isRightToLeft } of views) {
    await page.setViewportSize({ width, height })
    await setTheme(page, theme)
    if (isRightToLeft) await readRightToLeft(page)
    const view = `${width} px, ${theme}${isRightToLeft ? ', right to left' : ''}`
    for (const gate of names) {
      for (const fault of await gates[gate](page)) faults.push(`${gate}, ${view}: ${fault}`)
    }
  }
  return faults
}
