import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatMoney } from '@bank/contract/format-money'
import { expect, type Page, test } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import { balance, field, heading, toast, untilHydrated } from './bank.ts'
import { type OwnBank, openOwnBank } from './own-bank.ts'
import { reviewTransfer, transfer } from './transfer-form.ts'

// On a bank whose days pass. The second journey needs what the first one has ended: nothing else is then paid.
test.describe.configure({ mode: 'serial' })
let bank: OwnBank
test.beforeAll(async () => {
  bank = await openOwnBank({ TIME_ZONE: zoneAtNoon(new Date()), CLOCK: '7' })
})
test.afterAll(() => bank?.[Symbol.asyncDispose]())

test('a customer closes a pot, which ends its saving order, and stops a payment', async ({ page }) => {
  await enter(page)
  await closePot(page, bank.address)
  await page.goto(`${bank.address}/scheduled`)
  await expect(page.getByRole('list', { name: 'Ended' })).toContainText('What it paid into was closed')
  await stopPayment(page, 'Harbor Street Lettings')
})

test('a customer schedules a weekly payment and sees its third run, then changes it, leaves a day out and stops it', async ({
  page,
}) => {
  const { people } = JSON.parse(readFileSync(join(bank.data, 'demo.json'), 'utf8'))
  const { pin } = people.find(({ name }: { name: string }) => name.startsWith('Alice'))
  const ofErik = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Erik Holm' }) })
  const paid = ofErik.getByRole('link', { name: 'paid' })
  await enter(page)
  const before = await centsOnCard(page)
  // The balance is enough for three such payments, and not for four.
  const amount = Math.floor(before * 0.3)
  const missing = dollars(4 * amount - before)
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
  await expect(paid).toBeVisible()
  await expect(page.getByText(`your balance falls below zero: add ${missing} by then`)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Next payments' })).toContainText(`Balance -${missing}`)
  expect(await accessFaults(page)).toEqual([])

  // A week passes twice, and ends the session.
  for (const runs of [2, 3]) {
    bank.passDays()
    await enter(page)
    await page.goto(`${bank.address}/scheduled`)
    await expect(paid).toHaveCount(runs)
  }
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
  await stopPayment(page, 'Erik Holm')
  await expect(ofErik).toContainText('You stopped it')
  await page.goto(`${bank.address}/dashboard`)
  expect(await centsOnCard(page)).toBe(before - 3 * amount)
})

async function enter(page: Page): Promise<void> {
  await page.goto(bank.address)
  await page.getByRole('button', { name: 'Try it as Alice' }).click()
  await expect(balance(page)).toContainText('$')
}

/** Takes the money out of Alice's pot and closes it. */
async function closePot(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/pots`)
  const pot = page.getByRole('list', { name: 'Your pots' }).getByRole('listitem')
  const [, saved] = /\$([\d,]+\.\d\d)/.exec((await pot.textContent())!)!
  await pot.getByRole('button', { name: /^Take out/ }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Amount').fill(saved!)
  await form.getByRole('button', { name: 'Take money out' }).click()
  await pot.getByRole('button', { name: /^Close/ }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('A scheduled payment ends, too:On the 15th of each month')
  await question.getByRole('button', { name: 'Close pot' }).click()
  await expect(pot).toHaveCount(0)
}

async function stopPayment(page: Page, payee: string): Promise<void> {
  await page.getByRole('button', { name: `Stop the payment to ${payee}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop payment' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
}

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
