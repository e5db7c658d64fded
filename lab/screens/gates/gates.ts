import { accessFaults } from '@bank/e2e/accessible'
import type { Page } from '@playwright/test'
import { motionFaults } from './motion.ts'
import { rightToLeftFaults } from './right-to-left.ts'
import { roomFaults } from './room.ts'
import { spacingFaults } from './spacing.ts'
import { targetFaults } from './targets.ts'

/** Says what is wrong with the page as it stands; nothing, where nothing is. */
export type Gate = (page: Page) => Promise<string[]>

/** What every page must pass. */
export const gates = {
  axe: accessFaults,
  targets: targetFaults,
  room: roomFaults,
  motion: motionFaults,
  'text spacing': spacingFaults,
  'right to left': rightToLeftFaults,
} satisfies Record<string, Gate>

/** A window in pixels, and a theme. */
export type Look = { width: number; height: number; dark: boolean }

/** A desk's window of 1280 × 1024 at 200 % and at 400 %. */
export const zooms = [
  { width: 640, height: 512 },
  { width: 320, height: 256 },
]

/** Asks each of the gates about the page in a window and a theme. Each fault says which gate, and where. */
export async function lookAt(page: Page, look: Look, asked: Record<string, Gate>): Promise<string[]> {
  const { width, height, dark } = look
  await page.setViewportSize({ width, height })
  // The class alone, as the theme switch sets it: a reload would lose an open dialog or a typed form.
  await page.locator('html').evaluate((html, on) => html.classList.toggle('dark', on), dark)
  const faults: string[] = []
  for (const [name, gate] of Object.entries(asked)) {
    const found = await gate(page)
    faults.push(...found.map((fault) => `${name}, ${width} px, ${dark ? 'dark' : 'light'}: ${fault}`))
  }
  return faults
}
