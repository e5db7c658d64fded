import type { Page } from '@playwright/test'

/** Presses the first button of that name. */
export function press(name: string | RegExp): (page: Page) => Promise<void> {
  return (page) =>
    page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click()
}

/** Presses the button of that name in the window that is open. */
export function pressInWindow(name: string): (page: Page) => Promise<void> {
  return (page) =>
    page.locator('[role=dialog], [role=alertdialog]').getByRole('button', { name, exact: true }).click()
}

/** Toasts stay from now on: they wait while nobody looks at their window. */
export function keepToasts(page: Page): Promise<void> {
  return page.locator('html').evaluate(({ ownerDocument: document }) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

/** Does one after the other. */
export function inTurn(
  ...actions: readonly ((page: Page) => Promise<unknown>)[]
): (page: Page) => Promise<void> {
  return async (page) => {
    for (const act of actions) await act(page)
  }
}
