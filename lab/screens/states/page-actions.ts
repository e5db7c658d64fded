import type { Page } from '@playwright/test'
import { button, type Find, field, firstRow } from './page-parts.ts'

/** One thing done on a page. */
export type Action = (page: Page) => Promise<unknown>

/** Clicks the first of the elements found. */
export const click =
  (find: Find): Action =>
  (page) =>
    find(page).first().click()

export const press = (name: string | RegExp): Action => click(button(name))

export const pressInDialog = (name: string): Action =>
  click((page) =>
    page.locator('[role=dialog], [role=alertdialog]').getByRole('button', { name, exact: true }),
  )

export const fill =
  (name: string, value: string): Action =>
  (page) =>
    field(name)(page).fill(value)

/** Fills in a form for a new password and sends it. */
export const typeNewPassword = [
  fill('new_password', 'anchor-and-lantern'),
  fill('confirm_password', 'anchor-and-lantern'),
  press('Change password'),
]

export const openFirstRow: Action = (page) => firstRow(page).getByRole('button').click()

export const waitFor =
  (find: Find): Action =>
  (page) =>
    find(page).waitFor()

/** Replaces the page's clock with one that `advanceClock` sets. */
export const installClock: Action = (page) => page.clock.install()

/** Advances the clock, given as `minutes:seconds`. */
export const advanceClock =
  (time: string): Action =>
  (page) =>
    page.clock.fastForward(time)

export const goOffline: Action = (page) => page.context().setOffline(true)

/** Lays the page out for a language that is read from right to left. */
export const readRightToLeft: Action = (page) =>
  page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))

/** Keeps toasts on the page: their timers stop while the window is hidden. */
export const keepToasts: Action = (page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
