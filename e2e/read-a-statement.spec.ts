import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { accessFaults } from './accessible.ts'
import { arrive, balance as balanceCard, field, heading, test, untilHydrated } from './bank.ts'
import { alice } from './demo-people.ts'
import { openSession } from './endpoints.ts'
import { confirmTransfer } from './transfer-form.ts'

test('a customer reads this month’s statement, downloads it, and both add up', async ({ page, open }) => {
  const customer = await open({ balance: '250.00' })
  await arrive(page, customer, '/transfer')
  await confirmTransfer(page, { amount: '12.34' })
  await expect(heading(page)).toHaveText('Transfer receipt')

  await page.goto('/statement')
  await expect(heading(page)).toHaveText('Account Statement')
  await expect(figure(page, 'Account holder')).toHaveText(customer.name)
  await expect(figure(page, 'Opening balance')).toHaveText('$0.00')
  await expect(figure(page, 'Money in')).toHaveText('$250.00')
  await expect(figure(page, 'Money out')).toHaveText('$12.34')
  await expect(figure(page, 'Balance now')).toHaveText('$237.66')
  await expect(page.getByText('$12.34 pending, already deducted')).toBeVisible()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3)
  await expect(figure(page, 'Period')).toContainText('to today')
  await page.setViewportSize({ width: 390, height: 844 })
  const status = page.getByRole('cell', { name: 'pending', exact: true })
  expect((await status.boundingBox())?.width).toBeGreaterThan(40)
  await page.setViewportSize({ width: 1440, height: 900 })

  const link = page.getByRole('link', { name: 'Download CSV' })
  await link.focus()
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toMatch(
    /^truepenny-\d{4}-statement-\d{4}-\d\d-01-to-\d{4}-\d\d-\d\d\.csv$/,
  )
  const rows: Row[] = parse(await readFile(await download.path()), { bom: true, columns: true })
  expect(rows.map(({ Balance }) => Balance)).toEqual(['0.00', '250.00', '237.66', '237.66'])
  let balance = cents(rows[0]!.Balance)
  for (const row of rows.slice(1, -1)) {
    balance += cents(row['Money in']) - cents(row['Money out'])
    expect(cents(row.Balance)).toBe(balance)
  }
  expect(balance).toBe(cents('237.66'))

  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download PDF' }).press('Enter'),
  ])
  expect(paper.suggestedFilename()).toMatch(/\.pdf$/)
  expect((await readFile(await paper.path())).subarray(0, 5).toString()).toBe('%PDF-')

  // Before the account was opened nothing moved; the address holds the period.
  await page.getByLabel('Period').focus()
  await page.getByLabel('Period').selectOption('Custom dates')
  await page.getByLabel('From').fill('2020-01-31')
  await field(page, 'to').fill('2020-01-01')
  await page.keyboard.press('Enter')
  await expect(page.getByText('“To” must not be before “From”')).toBeVisible()
  await field(page, 'to').fill('2020-12-31')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No transactions found!')).toBeVisible()
  await expect(page).toHaveURL(/\?from=2020-01-31&to=2020-12-31$/)
  await expect(figure(page, 'Closing balance')).toHaveText('$0.00')
})

test('a customer reads the whole statement by keyboard, and it closes with the balance of the dashboard', {
  tag: '@gate',
}, async ({ page }) => {
  await arrive(page, { cookies: await openSession(alice()) }, '/dashboard')
  const card = await balanceCard(page).innerText()
  const shown = /\$[\d,]+\.\d\d/.exec(card)![0]
  await page.goto('/statement')
  await untilHydrated(page)
  await page.getByLabel('Period').press('End')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByLabel('Period').locator('option:checked')).toHaveText('All transactions')
  await expect(page).toHaveURL(/\?period=all$/)
  await expect(figure(page, 'Opening balance')).toHaveText('$0.00')
  await expect(figure(page, 'Balance now')).toHaveText(shown)
  const days = await page.getByRole('table').locator('time').allInnerTexts()
  const months = new Set(days.map((day) => `${day.slice(0, 2)}/${day.slice(6)}`))
  expect(months.size).toBeGreaterThanOrEqual(3)

  // The server renders the same statement from the address.
  await page.reload()
  await expect(figure(page, 'Balance now')).toHaveText(shown)
  await expect(page.getByLabel('Period').locator('option:checked')).toHaveText('All transactions')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  const rows: Row[] = parse(await readFile(await download.path()), { bom: true, columns: true })
  expect(rows[0]!.Balance).toBe('0.00')
  expect(cents(rows.at(-1)!.Balance)).toBe(cents(shown.replace(/[$,]/g, '')))
})

test('a customer watches a slow download, cancels it, and downloads the file again', async ({
  page,
  open,
}) => {
  await arrive(page, await open({ balance: '250.00' }), '/statement')
  const link = page.getByRole('link', { name: 'Download CSV' })
  const progress = page.getByRole('progressbar', { name: 'Download of the CSV' })
  const network = await page.context().newCDPSession(page)
  const limitTo = (downloadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput,
      uploadThroughput: -1,
    })
  // Without scripts the browser follows the link.
  const plain = await page.request.get((await link.getAttribute('href'))!)
  expect([plain.status(), plain.headers()['content-disposition']]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="truepenny-\d{4}-statement-.*\.csv"$/),
  ])

  // The file has about 400 bytes.
  await limitTo(20)
  await link.click()
  await expect(progress).toBeVisible()
  expect(await accessFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(progress).toBeHidden()
  await expect(page.getByText('Download cancelled')).toBeAttached()
  await expect(link).toBeFocused()

  await limitTo(-1)
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  const rows: Row[] = parse(await readFile(await download.path()), { bom: true, columns: true })
  expect(rows.map(({ Balance }) => Balance)).toEqual(['0.00', '250.00', '250.00'])
  await expect(page.getByText('CSV downloaded')).toBeAttached()
})

type Row = Record<'Money in' | 'Money out' | 'Balance', string>

function cents(text: string): number {
  return Math.round(Number(text || '0') * 100)
}

/** What the statement's summary says under a label. */
function figure(page: Page, label: string) {
  return page.getByRole('main').locator('dt', { hasText: label }).locator('xpath=following-sibling::dd')
}
