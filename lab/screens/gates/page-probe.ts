import type { Page } from '@playwright/test'

/** A line of text with its box. */
export type Line = {
  text: string
  element: Element
  box: DOMRect
  /** The element that cuts its ends off. */
  cutBy: Element | undefined
  /** It is inside a box that scrolls sideways. */
  isScrolled: boolean
}

declare global {
  /** What the gates ask about the page they run in. */
  var probe: {
    /** Visible, and not for screen readers only. */
    isSeen: (element: Element) => boolean
    /** Every visible line of text. One that ends in an ellipsis is as long as its visible part. */
    lines: () => Line[]
    /** Every visible element that can be pressed, chosen or typed into. A card's radio button is its card. */
    controls: () => Element[]
    /** The element in a few words, for the report. */
    name: (element: Element) => string
  }
}

/** Adds `probe` to the page. */
export async function addProbe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'probe' in globalThis))) await page.evaluate(defineProbe)
}

/** Runs in the page: it may use nothing from outside. */
function defineProbe(): void {
  // Text for screen readers is clipped to one pixel.
  const isClippedAway = (element: Element | null): boolean =>
    element !== null &&
    (getComputedStyle(element).clipPath.startsWith('inset(50%') || isClippedAway(element.parentElement))

  const isSeen = (element: Element): boolean => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && !isClippedAway(element)
  }

  const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
  const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'

  /** The visible part of a line. Undefined where an ellipsis replaces it. */
  const visiblePart = (element: Element, whole: DOMRect, text: string): Line | undefined => {
    let { left, right } = whole
    const { top, bottom, height } = whole
    let cutBy: Element | undefined
    let [isScrolled, isScrolledDown] = [false, false]
    for (
      let around: Element | null = element;
      around && around !== document.body;
      around = around.parentElement
    ) {
      const style = getComputedStyle(around)
      const outer = around.getBoundingClientRect()
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') {
        // The details or the title have the whole text.
        left = Math.max(left, outer.left)
        right = Math.min(right, outer.right)
        if (right - left < 2 || top > outer.bottom - 2) return undefined
      }
      isScrolled ||= scrolls(style.overflowX)
      isScrolledDown ||= scrolls(style.overflowY)
      const isCutAcross =
        clips(style.overflowX) && !isScrolled && (left < outer.left - 1.5 || right > outer.right + 1.5)
      // The box of a line is taller than its letters by a third.
      const isCutDown =
        clips(style.overflowY) &&
        !isScrolledDown &&
        (top < outer.top - height / 4 || bottom > outer.bottom + height / 4)
      if (isCutAcross || isCutDown) cutBy ??= around
      if (style.position === 'fixed') break
    }
    return { text, element, box: new DOMRect(left, top, right - left, height), cutBy, isScrolled }
  }

  const lines = () => {
    const found: Line[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement
      const text = node.textContent!.trim().slice(0, 40)
      if (!element || !text || element.closest('option, script, style, noscript, svg') || !isSeen(element))
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) {
        const line = box.width > 1 && visiblePart(element, box, text)
        if (line) found.push(line)
      }
    }
    return found
  }

  const controls = () => {
    const pressable = document.querySelectorAll(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=switch]',
    )
    const found = [...pressable].map((one) =>
      one.matches('[type=radio], [type=checkbox], [type=file]') ? (one.closest('label') ?? one) : one,
    )
    return [...new Set(found)].filter(isSeen)
  }

  const name = (element: Element): string => {
    const label = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent
    return `<${element.tagName.toLowerCase()}> ${label.trim().replace(/\s+/g, ' ').slice(0, 40)}`.trim()
  }

  globalThis.probe = { isSeen, lines, controls, name }
}
