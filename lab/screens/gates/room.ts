import type { Page } from '@playwright/test'
import type { Box, Seen } from './browser.ts'
import { type BrowserWithEyes, openEyes } from './eyes.ts'

/**
 * What does not find its room in the window, or lost its own: a page that must be scrolled sideways, text that leaves
 * the window, is cut off, or lies upon other text. A table may be scrolled sideways, in a region that has a name.
 */
export async function roomFaults(page: Page): Promise<string[]> {
  await openEyes(page)
  return page.evaluate(lookForRoom)
}

/** Runs in the page, and takes nothing with it from here. */
function lookForRoom(): string[] {
  const { document, innerWidth, eyes } = globalThis as unknown as BrowserWithEyes
  const root = document.documentElement
  const faults: string[] = []
  if (root.scrollWidth > root.clientWidth) {
    faults.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`)
  }
  for (const element of document.querySelectorAll('body *')) {
    if (element.scrollWidth <= element.clientWidth + 1) continue
    if (!['auto', 'scroll'].includes(eyes.styleOf(element).overflowX!) || !eyes.sees(element)) continue
    const isNamedRegion = element.matches(':is(section, [role=region])[aria-label][tabindex="0"]')
    if (isNamedRegion || element.matches('input, textarea, select')) continue
    faults.push(`${eyes.name(element)} is scrolled sideways, and is no named region`)
  }
  // Behind an open dialog there is nothing to be read.
  const read = eyes.lines().filter(({ element }) => !element.closest('#root[aria-hidden=true]'))
  for (const { text, box, cutBy, scrolled } of read) {
    if (cutBy) faults.push(`"${text}" is cut off by ${eyes.name(cutBy)}`)
    else if (!scrolled && (box.left < -1.5 || box.right > innerWidth + 1.5))
      faults.push(`"${text}" leaves the window`)
  }
  // Only lines of one height can lie upon each other.
  const sorted = read.toSorted((one, other) => one.box.top - other.box.top)
  for (const [at, one] of sorted.entries()) {
    for (const other of sorted.slice(at + 1)) {
      if (other.box.top >= one.box.bottom) break
      if (one.element === other.element || !overlap(one.box, other.box)) continue
      if (layerOf(one.element) === layerOf(other.element)) {
        faults.push(`"${one.text}" lies on "${other.text}"`)
      }
    }
  }
  return [...new Set(faults)]

  /** Letters, without the room above and below them. */
  function overlap(one: Box, other: Box): boolean {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
    const down =
      Math.min(one.bottom - one.height / 4, other.bottom - other.height / 4) -
      Math.max(one.top + one.height / 4, other.top + other.height / 4)
    return across > 2 && down > 2
  }

  /** What is fixed or stays in sight lies upon the page by intent. */
  function layerOf(element: Seen): Seen | null {
    for (let around: Seen | null = element; around; around = around.parentElement) {
      if (['fixed', 'sticky'].includes(eyes.styleOf(around).position!)) return around
    }
    return null
  }
}
