import type { Page } from '@playwright/test'
import { roomFaults } from './room.ts'

/** The printable part of a sheet in pixels of 1/96 inch: the margins are in `web/src/styles.css`. */
const sheets = {
  A4: { width: 703, height: 1_009 },
  Letter: { width: 725, height: 943 },
}

/** What is wrong with the page on paper: what has no room, controls, and rows that a page break may cut. */
export async function paperFaults(page: Page, format: keyof typeof sheets): Promise<string[]> {
  const window = page.viewportSize()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(sheets[format])
  const faults = [...(await roomFaults(page)), ...(await page.evaluate(checkPaper))]
  await page.emulateMedia({ media: null })
  if (window) await page.setViewportSize(window)
  return faults
}

/** Runs in the page: it may use nothing from outside. */
function checkPaper(): string[] {
  const forScreens = [...document.querySelectorAll('nav, header, footer, form'), ...probe.controls()]
  const rows = [...document.querySelectorAll('tr')]
  return [
    ...forScreens.filter(probe.isSeen).map((element) => `${probe.name(element)} is printed`),
    ...rows
      .filter((row) => probe.isSeen(row) && getComputedStyle(row).breakInside !== 'avoid')
      .map((row) => `${probe.name(row)} may be cut by a page break`),
  ]
}
