import type { Page } from '@playwright/test'
import type { Seen } from './browser.ts'
import { type BrowserWithEyes, openEyes } from './eyes.ts'
import { roomFaults } from './room.ts'

/**
 * What is wrong when the page is read from right to left: whatever does not stand where a mirror would show it, and
 * whatever then leaves the window or lies upon something else.
 */
export async function rightToLeftFaults(page: Page): Promise<string[]> {
  await openEyes(page)
  const mirrored = await page.evaluate(compareWithMirror)
  await page.evaluate(() =>
    (globalThis as unknown as BrowserWithEyes).document.documentElement.setAttribute('dir', 'rtl'),
  )
  const faults = await roomFaults(page)
  await page.evaluate(() =>
    (globalThis as unknown as BrowserWithEyes).document.documentElement.removeAttribute('dir'),
  )
  return [...mirrored, ...faults]
}

/** Runs in the page, and takes nothing with it from here. */
function compareWithMirror(): string[] {
  const { document, eyes } = globalThis as unknown as BrowserWithEyes
  const root = document.documentElement
  // Where English words stand within a line is the line's matter; figures and curves read the same in any language.
  const boxes = [...document.querySelectorAll('body *')].filter(
    (one) =>
      eyes.sees(one) &&
      !eyes.styleOf(one).display!.startsWith('inline') &&
      !one.closest('svg *, [dir]:not(html) *'),
  )
  const before = boxes.map((one) => one.getBoundingClientRect())
  root.setAttribute('dir', 'rtl')
  const faults = boxes.flatMap((one, at) => {
    const [{ left, right, width }, now] = [before[at]!, one.getBoundingClientRect()]
    const off = Math.max(
      Math.abs(now.left - (root.clientWidth - right)),
      Math.abs(now.right - (root.clientWidth - left)),
    )
    return off <= 2
      ? []
      : [
          {
            one,
            fault: `${eyes.name(one)} stands ${Math.round(off)} px from its mirror image (${Math.round(left)}+${Math.round(width)})`,
          },
        ]
  })
  root.removeAttribute('dir')
  // What is within something that is out of place need not be told too.
  return faults
    .filter(({ one }) => !faults.some((other) => other.one !== one && contains(other.one, one)))
    .map(({ fault }) => fault)

  function contains(outer: Seen, inner: Seen): boolean {
    return outer.contains(inner)
  }
}
