import { expect, type Locator, type Page } from '@playwright/test'
import { field } from './bank.ts'

/** Tabs to the field and types; its value is then what was typed, or `becomes`. */
export async function typeInto(page: Page, named: Record<string, string>, becomes?: string): Promise<void> {
  for (const [name, value] of Object.entries(named)) {
    await tabTo(page, field(page, name))
    await page.keyboard.type(value)
    await expect(field(page, name)).toHaveValue(becomes ?? value)
  }
}

/** Presses Tab until the focus is there; every stop on the way must be on something one can see. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < 40; stops += 1) {
    await page.keyboard.press('Tab')
    expect(await focusedAsSeen(page), 'the focus can be seen').toBe('seen')
    if (await target.evaluate((one) => one.matches(':focus'))) return
  }
  throw new Error(`the Tab key does not reach ${target}`)
}

/** Whether the person sees where the focus is: on a control, in the window, with an outline, under nothing else. */
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
    if (!inside && (outlineStyle === 'none' || outlineWidth === '0px')) {
      return `${shown.outerHTML} has no outline`
    }
    const onTop = body.ownerDocument.elementFromPoint(left + width / 2, top + height / 2)
    return onTop && (shown.contains(onTop) || onTop.contains(shown))
      ? 'seen'
      : `${shown.outerHTML} is covered`
  })
}
