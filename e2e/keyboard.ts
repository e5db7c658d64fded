import { expect, type Locator, type Page } from '@playwright/test'
import { field } from './bank.ts'

/** Tabs to the field and types; its value is then the typed text, or `becomes`. */
export async function typeInto(page: Page, named: Record<string, string>, becomes?: string): Promise<void> {
  for (const [name, value] of Object.entries(named)) {
    await tabTo(page, field(page, name))
    await page.keyboard.type(value)
    await expect(field(page, name)).toHaveValue(becomes ?? value)
  }
}

/** Presses Tab until the target has the focus; the focus must be visible at every stop. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < 40; stops += 1) {
    await press(page, 'Tab')
    if (await target.evaluate((one) => one.matches(':focus'))) return
  }
  throw new Error(`the Tab key does not reach ${target}`)
}

/** Presses a key; the focus then is, or becomes, visible. */
export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await expect.poll(() => focusedAsSeen(page), `the focus can be seen after ${key}`).toBe('seen')
}

/**
 * Whether the focus is visible: on a control, whole in the window, with an outline, covered by nothing.
 * A page's or a panel's title, where the focus begins, needs no outline. Of an element higher than the window the top counts.
 */
function focusedAsSeen(page: Page): Promise<string> {
  return page.locator('body').evaluate((body) => {
    const { activeElement: focused, defaultView } = body.ownerDocument
    if (!focused || focused === body) return 'on nothing'
    // A card's radio button itself is invisible; the card shows the focus.
    const shown = focused.matches('[type=radio]') ? focused.closest('label')! : focused
    const { left, top, width, height } = shown.getBoundingClientRect()
    if (width < 1 || height < 1) return `${shown.outerHTML} has no size`
    const { outlineStyle, outlineWidth } = defaultView!.getComputedStyle(shown)
    // The calendar's button in a date is the browser's own, with an outline of its own.
    const inside = focused.matches('[type=date]') && !focused.matches(':focus')
    const isTitle = shown.matches('h1, h2, h3')
    if (!inside && !isTitle && (outlineStyle === 'none' || outlineWidth === '0px')) {
      return `${shown.outerHTML} has no outline`
    }
    const lowest = Math.min(height - 4, defaultView!.innerHeight / 2)
    const points = [
      [width / 2, Math.min(height, lowest * 2) / 2],
      [4, 4],
      [width - 4, 4],
      [4, lowest],
      [width - 4, lowest],
    ] as const
    const covered = points.some(([right, down]) => {
      const onTop = body.ownerDocument.elementFromPoint(left + right, top + down)
      // The eye at the end of a password's field is the field's own.
      const own = shown.matches('input') ? shown.parentElement : shown
      return !onTop || !(own.contains(onTop) || onTop.contains(shown))
    })
    return covered ? `${shown.outerHTML} is covered` : 'seen'
  })
}
