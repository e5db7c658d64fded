import type { Page } from '@playwright/test'
import type { BrowserWithEyes } from './eyes.ts'
import { roomFaults } from './room.ts'

/** What a sheet leaves to be printed on, in pixels of 1/96 inch: the margins stand in `web/src/styles.css`. */
const sheets = {
  A4: { width: 703, height: 1_009 },
  Letter: { width: 725, height: 943 },
}

/**
 * What is wrong with a page on paper: what loses its room or lies on something else there, what only a screen can be pressed
 * for, and what a sheet's end may cut through.
 */
export async function paperFaults(page: Page, format: keyof typeof sheets): Promise<string[]> {
  const screen = page.viewportSize()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(sheets[format])
  const faults = [...(await roomFaults(page)), ...(await page.evaluate(lookAtPaper))]
  await page.emulateMedia({ media: null })
  if (screen) await page.setViewportSize(screen)
  return faults
}

/** Runs in the page, and takes nothing with it from here. */
function lookAtPaper(): string[] {
  const { document, eyes } = globalThis as unknown as BrowserWithEyes
  const forScreens = [...document.querySelectorAll('nav, header, footer, form'), ...eyes.controls()]
  const mayBeCut = (row: (typeof forScreens)[number]) => eyes.styleOf(row).breakInside !== 'avoid'
  return [
    ...forScreens.filter(eyes.sees).map((one) => `${eyes.name(one)} is printed`),
    ...[...document.querySelectorAll('tr')]
      .filter((row) => eyes.sees(row) && mayBeCut(row))
      .map((row) => `${eyes.name(row)} may be cut by the end of a sheet`),
  ]
}
