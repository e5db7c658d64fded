import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { arrive, balance, heading, test } from './bank.ts'
import { call, visitor } from './endpoints.ts'
import { transfer } from './transfer-form.ts'

test('Alice sees her latest 3 transactions, and the whole history page by page', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Try it as Alice' }).click()
  await expect(balance(page)).toContainText('$')
  const [now] = /\$[\d,.]+/.exec(await balance(page).innerText())!
  await expect(page.getByRole('figure').first()).toContainText(`to ${now}.`)
  const rows = page.getByRole('table').getByRole('row')
  // The first row names the columns.
  await expect(rows).toHaveCount(4)
  await expect(rows.first().getByRole('columnheader')).toHaveText([
    'S/N',
    'Type',
    'Amount',
    'Description',
    'Status',
    'Date',
  ])

  for (const width of [770, 900, 1920, 1440]) await expectAllColumns(page, 'Recent Transactions', width)
  await expectInFirstScreen(page, 3, { width: 390, height: 844 })

  await page.getByRole('link', { name: 'All transactions' }).click()
  await expect(heading(page)).toHaveText('Transaction History')
  await expect(rows).toHaveCount(21)
  await expectInFirstScreen(page, 14, { width: 1440, height: 900 })
  const returned = page.getByRole('row').filter({ hasText: 'returned' })
  await expect(returned.first()).toContainText('Returned: ')
  // The rows have the headings of their days: beside them where there is room, else above. A table has the dates in a column.
  const day = page.locator('tbody').first()
  const headingOf = () =>
    day.evaluate((group) => group.ownerDocument.defaultView!.getComputedStyle(group, '::before').content)
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await headingOf()).toMatch(/^"(Today|Yesterday|\w+day|\w{3} \d+, \d{4})"$/)
  }
  await expectAllColumns(page, 'Transactions', 770)
  expect(await heading(page).evaluate((h1) => h1.scrollWidth - h1.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText('1')
  await expect(rows.nth(1).getByRole('cell').last()).toContainText(/\d\d\/\d\d\/\d{4}/)
  const newest = await rows.nth(1).innerText()
  // Nothing has moved since the newest transaction.
  await expect(rows.nth(1)).toContainText(`Balance ${now}`)

  await rows.nth(1).getByRole('button').click()
  await expect(page.getByRole('region', { name: 'Transaction details' })).toBeVisible()
  await expectAllColumns(page, 'Transactions', 1440)
  await page.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 21–')).toBeVisible()
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText('21')
  await expect(page.getByRole('button', { name: 'Next' })).toBeFocused()
  // A page of the history has an address: it can be reloaded, and Back leads to the one before.
  await page.reload()
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText('21')
  await page.goBack()
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText('1')
  expect(await rows.nth(1).innerText()).toBe(newest)
})

/** Every column of the table is seen, without scrolling sideways. */
async function expectInFirstScreen(page: Page, rows: number, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  const ends = await page
    .locator('[data-row]')
    .evaluateAll((found) => found.map((row) => row.getBoundingClientRect().bottom))
  expect(ends.filter((end) => end <= size.height).length).toBeGreaterThanOrEqual(rows)
}

async function expectAllColumns(page: Page, caption: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  const region = page.getByRole('region', { name: caption, exact: true })
  await expect(region.getByRole('columnheader')).toHaveCount(6)
  await expect(region.getByRole('table')).toHaveCSS('display', 'table')
  expect(
    await region.evaluate((table) => ({
      unseen: [...table.querySelectorAll('th, td')].filter(({ clientWidth }) => clientWidth < 20).length,
      beyond: table.scrollWidth - table.clientWidth,
    })),
  ).toEqual({ unseen: 0, beyond: 0 })
}

test('a customer sees what is available, booked and expected, the rows of each, and how the balance moved', async ({
  page,
  open,
}) => {
  const person = await open({ balance: '100.00' })
  const api = await visitor(person.cookies)
  const send = () => call(api, 'POST', '/api/transfers', { ...transfer(), transactionId: randomUUID() })
  await send()
  await arrive(page, person, '/dashboard')
  await page.getByText('pending, already deducted').click()
  const parts = page.getByRole('list', { name: 'Your balance in parts' })
  const part = (name: string) => parts.getByRole('listitem').filter({ hasText: name })
  await expect(part('Available')).toContainText('$60.00')
  await expect(part('Booked')).toContainText('$100.00')
  await expect(part('Expected in')).toContainText('$0.00')
  const chart = page.getByRole('figure').filter({ hasText: 'your balance went' })
  await expect(chart).toContainText('to $60.00.')
  await chart.getByText('View as table').click()
  await expect(chart.getByRole('row').last()).toContainText('$60.00')
  // The page is told of what the same customer sends elsewhere.
  await send()
  await expect(part('Available')).toContainText('$20.00')
  await expect(chart).toContainText('to $20.00.')
  await part('Booked').getByRole('link').click()
  await expect(heading(page)).toHaveText('Transaction History')
  await expect(page.getByRole('table').getByRole('row').filter({ hasText: 'pending' })).toHaveCount(2)
  await expect(page.getByRole('table')).toContainText('$20.00')
  await api.dispose()
})
