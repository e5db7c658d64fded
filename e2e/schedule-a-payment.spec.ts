import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatMoney } from '@bank/contract/format-money'
import { expect, type Page, test } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import { balance, field, heading, toast, untilHydrated } from './bank.ts'
import { openOwnBank } from './own-bank.ts'
import { reviewTransfer, transfer } from './transfer-form.ts'

test('a customer schedules a weekly payment that begins today, changes it, leaves a day out and stops it', async ({
  page,
}) => {
  await using bank = await openOwnBank({ TIME_ZONE: zoneAtNoon(new Date()) })
  const { people } = JSON.parse(readFileSync(join(bank.data, 'demo.json'), 'utf8'))
  const { pin } = people.find(({ name }: { name: string }) => name.startsWith('Alice'))
  await page.goto(bank.address)
  await page.getByRole('button', { name: 'Try it as Alice' }).click()
  const before = await centsOnCard(page)
  // The balance is enough for one such payment, and not for two.
  const amount = Math.floor(before * 0.6)
  const missing = dollars(2 * amount - before)
  await page.goto(`${bank.address}/transfer?to=new`)
  await untilHydrated(page)
  await page.getByRole('button', { name: 'Pay later or repeatedly' }).click()
  await field(page, 'firstDay').fill(new Date().toISOString().slice(0, 10))
  await field(page, 'repeat').selectOption('weekly')
  expect(await accessFaults(page)).toEqual([])
  await reviewTransfer(page, transfer({ amount: (amount / 100).toFixed(2), transaction_pin: pin }))
  await expect(page.getByRole('region', { name: 'This transfer' })).toContainText(/Every \w+day, first on/)
  await page.getByRole('button', { name: 'Schedule payment' }).click()
  await expect(heading(page)).toHaveText('Scheduled')
  // The job makes the payment of today in its next round.
  await expect(page.getByRole('link', { name: 'paid' })).toBeVisible()
  await expect(page.getByText(`your balance falls below zero: add ${missing} by then`)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Next payments' })).toContainText(`Balance -${missing}`)
  expect(await accessFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Change the payment to Erik Holm' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('25.00')
  await field(page, 'transaction_pin').fill(pin)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Scheduled payment changed')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('$25.00')
  await page.getByRole('button', { name: 'Skip next payment to Erik Holm' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Skip next' }).click()
  await expect(page.getByText(/: left out$/)).toBeVisible()
  await page.getByRole('button', { name: 'Stop the payment to Erik Holm' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop payment' }).click()
  await expect(page.getByText('You stopped it')).toBeVisible()
  await page.goto(`${bank.address}/dashboard`)
  expect(await centsOnCard(page)).toBe(before - amount)
})

/** The balance on the dashboard, in cents. */
async function centsOnCard(page: Page): Promise<number> {
  await expect(balance(page)).toContainText('$')
  const [, shown] = /\$([\d,.]+)/.exec((await balance(page).textContent())!)!
  return Number(shown!.replace(/\D/g, ''))
}

const dollars = (cents: number) => formatMoney((cents / 100).toFixed(2), 'USD')

/** A time zone in which it is noon on this day of UTC: a payment of today is made from 6 AM of the bank's day on. */
function zoneAtNoon(now: Date): string {
  const ahead = 12 - now.getUTCHours()
  // These names count in the other direction.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
