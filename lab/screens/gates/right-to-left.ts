import type { Page } from '@playwright/test'
import { addProbe } from './page-probe.ts'
import { roomFaults } from './room.ts'

/** What is not mirrored when the page is read from right to left, or then has no room or is shortened at its beginning. */
export async function rightToLeftFaults(page: Page): Promise<string[]> {
  await addProbe(page)
  const mirrored = await page.evaluate(compareWithMirror)
  await page.evaluate(turn)
  const faults = [...(await roomFaults(page)), ...(await page.evaluate(findShortened))]
  await page.evaluate(turn)
  return [...mirrored, ...faults]
}

/** Runs in the page, as the next two do: they may use nothing from outside. */
function turn(): void {
  document.documentElement.dir = document.documentElement.dir === 'rtl' ? 'ltr' : 'rtl'
}

/** An ellipsis is at the end of its box, which is the beginning of a text that runs the other way. */
function findShortened(): string[] {
  return [...document.querySelectorAll('body *')].flatMap((element) => {
    const { textOverflow, direction } = getComputedStyle(element)
    if (textOverflow !== 'ellipsis' || element.scrollWidth <= element.clientWidth || !probe.isSeen(element))
      return []
    const runs = /^[^\p{L}]*[\p{sc=Hebrew}\p{sc=Arabic}]/u.test(element.textContent) ? 'rtl' : 'ltr'
    return runs === direction ? [] : [`${probe.name(element)} is cut off at its beginning`]
  })
}

function compareWithMirror(): string[] {
  const root = document.documentElement
  // Lines of text, pictures and what has a direction of its own are not mirrored.
  const elements = [...document.querySelectorAll('body *')].filter(
    (element) =>
      probe.isSeen(element) &&
      !getComputedStyle(element).display.startsWith('inline') &&
      !element.closest('svg *, [dir]:not(html) *'),
  )
  const before = elements.map((element) => element.getBoundingClientRect())
  const read = root.dir || 'ltr'
  root.dir = read === 'rtl' ? 'ltr' : 'rtl'
  const after = elements.map((element) => element.getBoundingClientRect())
  root.dir = read
  const faults = elements.flatMap((element, position) => {
    const { left, right } = before[position]!
    const box = after[position]!
    const distance = Math.max(
      Math.abs(box.left - (root.clientWidth - right)),
      Math.abs(box.right - (root.clientWidth - left)),
    )
    return distance > 2 ? [{ element, distance }] : []
  })
  // The contents of a misplaced box are misplaced with it.
  return faults
    .filter(
      ({ element }) => !faults.some((other) => other.element !== element && other.element.contains(element)),
    )
    .map(
      ({ element, distance }) => `${probe.name(element)} is ${Math.round(distance)} px from its mirror image`,
    )
}
