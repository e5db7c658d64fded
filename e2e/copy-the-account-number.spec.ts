import { customerTexts } from '@bank/contract/toast-texts/customers'
import { expect, type Page } from '@playwright/test'
import { heading, test, toast } from './bank.ts'

test('an administrator copies an account number, which is shown as copied for 2 seconds and said in toasts of 4 seconds, while the account changes', {
  tag: '@gate',
}, async ({ page, open, openPanel, clara }) => {
  const customer = await open({ balance: '0.00' })
  const administrator = await clara()
  await openPanel(page, '/admin/overview')
  await expect(heading(page)).toHaveText('Hello Admin')
  await page.goto(`/admin/users/${customer.id}`)
  const copy = page.getByRole('button', { name: 'Copy account number' })
  await expect(copy).toBeVisible()

  // Funding the account sends a live event, and the page reads the user again while the indicator is shown.
  const copied = await timeShown(page, '[aria-label="Copy account number"] + span:not(:empty)')
  const said = await timeShown(page, '[data-sonner-toast]')
  await copy.click()
  await administrator.fund(customer.id, '25.00')
  await expect(toast(page, customerTexts.accountNumberCopied)).toBeVisible()
  await expect(page.getByText('+$25.00')).toBeVisible()
  expect(await copied()).toBeGreaterThanOrEqual(1_990)
  expect(await said()).toBeGreaterThanOrEqual(3_990)

  // Four at once: three are seen.
  await copy.evaluate((button) => {
    for (let times = 0; times < 4; times++) button.click()
  })
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(4)
  await expect(page.locator('[data-sonner-toast][data-visible="true"]')).toHaveCount(3)
})

/** Measures in the page itself for how many milliseconds something is there, from the next time it comes. */
async function timeShown(page: Page, selector: string): Promise<() => Promise<number>> {
  const measured = await page.evaluateHandle(`({
    lasted: new Promise((resolve) => {
      let since
      new MutationObserver(() => {
        const isThere = document.querySelector(${JSON.stringify(selector)}) !== null
        if (isThere) since ??= performance.now()
        else if (since !== undefined) resolve(performance.now() - since)
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
    }),
  })`)
  return () => measured.evaluate((measurement) => (measurement as { lasted: Promise<number> }).lasted)
}
