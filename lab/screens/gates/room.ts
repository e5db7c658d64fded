import type { Page } from '@playwright/test'
import { addProbe } from './page-probe.ts'

/**
 * What has no room in the window: a page that scrolls sideways, text that leaves the window, is cut off, or lies on other text.
 * A table may scroll sideways, in a named region.
 */
export async function roomFaults(page: Page): Promise<string[]> {
  await addProbe(page)
  return page.evaluate(checkRoom)
}

/** Runs in the page: it may use nothing from outside. */
function checkRoom(): string[] {
  const root = document.documentElement
  const faults: string[] = []
  if (root.scrollWidth > root.clientWidth) {
    faults.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`)
  }
  for (const element of document.querySelectorAll('body *')) {
    if (element.scrollWidth <= element.clientWidth + 1) continue
    if (!['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || !probe.isSeen(element)) continue
    // The keyboard scrolls it from itself or from a control in it.
    const isReached = element.matches('[tabindex="0"]') || element.querySelector('button, a[href]')
    const isNamedRegion = element.matches(':is(section, [role=region])[aria-label]')
    if ((isNamedRegion && isReached) || element.matches('input, textarea, select')) continue
    faults.push(`${probe.name(element)} scrolls sideways, and is no named region`)
  }
  // The page behind an open dialog is not read.
  const lines = probe.lines().filter(({ element }) => !element.closest('#root[aria-hidden=true]'))
  for (const { text, box, cutBy, isScrolled } of lines) {
    if (cutBy) faults.push(`"${text}" is cut off by ${probe.name(cutBy)}`)
    else if (!isScrolled && (box.left < -1.5 || box.right > innerWidth + 1.5))
      faults.push(`"${text}" leaves the window`)
  }
  // From top to bottom, so that each line is compared with those of its height only.
  const sorted = lines.toSorted((one, other) => one.box.top - other.box.top)
  for (const [position, one] of sorted.entries()) {
    for (const other of sorted.slice(position + 1)) {
      if (other.box.top >= one.box.bottom) break
      if (one.element === other.element || !overlap(one.box, other.box)) continue
      if (layerOf(one.element) === layerOf(other.element)) {
        faults.push(`"${one.text}" lies on "${other.text}"`)
      }
    }
  }
  return [...new Set(faults)]

  /** Of letters, without the space above and below them. */
  function overlap(one: DOMRect, other: DOMRect): boolean {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
    const down =
      Math.min(one.bottom - one.height / 4, other.bottom - other.height / 4) -
      Math.max(one.top + one.height / 4, other.top + other.height / 4)
    return across > 2 && down > 2
  }

  /** Fixed and sticky elements, and an open menu, lie on the page by intent. */
  function layerOf(element: Element): Element | null {
    for (let around: Element | null = element; around; around = around.parentElement) {
      const { position, zIndex } = getComputedStyle(around)
      if (['fixed', 'sticky'].includes(position)) return around
      if (position === 'absolute' && zIndex !== 'auto') return around
    }
    return null
  }
}
