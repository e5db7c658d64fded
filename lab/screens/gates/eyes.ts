import type { Page } from '@playwright/test'
import type { Box, Browser, Seen, Style } from './browser.ts'

/** A line of text, the box that it takes, and what cuts its ends off. What is scrolled within the page is somewhere else. */
export type Line = { text: string; element: Seen; box: Box; cutBy: Seen | undefined; scrolled: boolean }

/** What a person who looks at a page can tell of it; it stands in the page itself, as `globalThis.eyes`. */
export type Eyes = {
  styleOf: (element: Seen) => Style
  /** Drawn, and not only there for those who listen. */
  sees: (element: Seen) => boolean
  /** Every line of text that is drawn. What ends in an ellipsis is no longer than what is seen of it. */
  lines: () => Line[]
  /** Whatever can be pressed, chosen or typed into. A card's radio button is its card. */
  controls: () => Seen[]
  /** Short, for the report. */
  name: (element: Seen) => string
}

export type BrowserWithEyes = Browser & { readonly eyes: Eyes }

/** Puts the eyes into the page, where they are not yet. */
export async function openEyes(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'eyes' in globalThis))) await page.evaluate(putEyes)
}

/** Runs in the page, and takes nothing with it from here. */
function putEyes(): void {
  const browser = globalThis as unknown as Browser & { eyes: Eyes }
  const { document, getComputedStyle } = browser
  const styleOf = (element: Seen) => getComputedStyle(element)

  // Words for those who listen are drawn on one pixel, and clipped away.
  const drawn = (element: Seen | null): boolean =>
    !element ||
    (!styleOf(element).clipPath!.startsWith('inset(50%') &&
      (!element.parentElement || drawn(element.parentElement)))

  const sees = (element: Seen): boolean => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && drawn(element)
  }

  const clips = (how: string | undefined) => how === 'hidden' || how === 'clip'
  const scrolls = (how: string | undefined) => how === 'auto' || how === 'scroll'

  /** What is left of a line within everything that clips it. Undefined where nothing is, by intent. */
  const within = (element: Seen, whole: Box, text: string): Line | undefined => {
    let { left, right } = whole
    const { top, bottom, height } = whole
    let cutBy: Seen | undefined
    let [free, spare] = [false, false]
    for (
      let around: Seen | null = element;
      around && around !== document.body;
      around = around.parentElement
    ) {
      const style = styleOf(around)
      const own = around.getBoundingClientRect()
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') {
        // It is whole elsewhere: in the details, or in the title.
        left = Math.max(left, own.left)
        right = Math.min(right, own.right)
        if (right - left < 2 || top > own.bottom - 2) return undefined
      }
      free ||= scrolls(style.overflowX)
      spare ||= scrolls(style.overflowY)
      // The box of a line is taller than its letters by a third.
      const across = clips(style.overflowX) && !free && (left < own.left - 1.5 || right > own.right + 1.5)
      const down =
        clips(style.overflowY) && !spare && (top < own.top - height / 4 || bottom > own.bottom + height / 4)
      if (across || down) cutBy ??= around
      if (style.position === 'fixed') break
    }
    const box = { left, right, top, bottom, height, width: right - left, x: left, y: top }
    return { text, element, box, cutBy, scrolled: free }
  }

  const lines = () => {
    const found: Line[] = []
    const texts = document.createTreeWalker(document.body, 4)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement
      if (!element || !node.data.trim() || element.closest('option, script, style, noscript, svg')) continue
      if (!sees(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) {
        const line = box.width > 1 && within(element, box, node.data.trim().slice(0, 40))
        if (line) found.push(line)
      }
    }
    return found
  }

  const pressable =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=switch]'
  const controls = () => {
    const found = [...document.querySelectorAll(pressable)].map((one) =>
      one.matches('[type=radio], [type=checkbox], [type=file]') ? (one.closest('label') ?? one) : one,
    )
    return [...new Set(found)].filter(sees)
  }

  const name = (element: Seen): string => {
    const label = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent
    return `<${element.tagName.toLowerCase()}> ${label.trim().replace(/\s+/g, ' ').slice(0, 40)}`.trim()
  }

  browser.eyes = { styleOf, sees, lines, controls, name }
}
