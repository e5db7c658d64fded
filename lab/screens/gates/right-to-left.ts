import type { Page } from '@playwright/test'
import { type BrowserWithEyes, openEyes } from './eyes.ts'
import { roomFaults } from './room.ts'

/**
 * What is wrong when the page is read from the other side: whatever does not stand where a mirror would show it, and
 * whatever then leaves the window, lies upon something else, or is shortened at its beginning.
 */
export async function rightToLeftFaults(page: Page): Promise<string[]> {
  await openEyes(page)
  const mirrored = await page.evaluate(compareWithMirror)
  await page.evaluate(turn)
  const faults = [...(await roomFaults(page)), ...(await page.evaluate(lookAtShortened))]
  await page.evaluate(turn)
  return [...mirrored, ...faults]
}

/** Runs in the page, and takes nothing with it from here, as the next one does. */
function turn(): void {
  const { document } = globalThis as unknown as BrowserWithEyes
  const root = document.documentElement
  root.setAttribute('dir', root.getAttribute('dir') === 'rtl' ? 'ltr' : 'rtl')
}

/** An ellipsis stands where its box ends, which is where the words begin when the box runs the other way. */
function lookAtShortened(): string[] {
  const { document, eyes } = globalThis as unknown as BrowserWithEyes
  return [...document.querySelectorAll('body *')].flatMap((one) => {
    const { textOverflow, direction } = eyes.styleOf(one)
    if (textOverflow !== 'ellipsis' || one.scrollWidth <= one.clientWidth || !eyes.sees(one)) return []
    const runs = /^[^\p{L}]*[\p{sc=Hebrew}\p{sc=Arabic}]/u.test(one.textContent) ? 'rtl' : 'ltr'
    return runs === direction ? [] : [`${eyes.name(one)} is cut off at its beginning`]
  })
}

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
  const read = root.getAttribute('dir') ?? 'ltr'
  root.setAttribute('dir', read === 'rtl' ? 'ltr' : 'rtl')
  const after = boxes.map((one) => one.getBoundingClientRect())
  root.setAttribute('dir', read)
  const faults = boxes.flatMap((one, at) => {
    const { left, right } = before[at]!
    const image = { left: root.clientWidth - right, right: root.clientWidth - left }
    const off = Math.max(Math.abs(after[at]!.left - image.left), Math.abs(after[at]!.right - image.right))
    return off > 2
      ? [{ one, fault: `${eyes.name(one)} stands ${Math.round(off)} px from its mirror image` }]
      : []
  })
  // What is within something that is out of place need not be told too.
  return faults
    .filter(({ one }) => !faults.some((other) => other.one !== one && other.one.contains(one)))
    .map(({ fault }) => fault)
}
