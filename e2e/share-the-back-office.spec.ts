import { randomUUID } from 'node:crypto'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { expect } from '@playwright/test'
import { arriveElsewhere, heading, holdToast, test, toast } from './bank.ts'
import { countClicks, expectClicks } from './clicks.ts'
import { visitor } from './endpoints.ts'
import { pay } from './pay.ts'

// What staff do with customers' money and accounts, also two at once.

test('an administrator holds an amount, which the customer sees, takes a part of a funding back, and lifts the hold', async ({
  page,
  open,
  openPanel,
  browser,
}) => {
  const customer = await open()
  await openPanel(page, `/admin/users/${customer.id}`)
  await page.getByRole('button', { name: 'Hold an amount' }).click()
  const hold = page.getByRole('dialog', { name: 'Hold an amount' })
  await hold.getByLabel('Amount').fill('30')
  await hold.getByRole('button', { name: 'Hold', exact: true }).click()
  await expect(toast(page, staffTexts.hold.done)).toBeVisible()
  const own = await arriveElsewhere(browser, customer, '/dashboard')
  await expect(own.getByText('$30.00 held by the bank')).toBeVisible()

  await page
    .getByRole('button', { name: /Account funded/ })
    .first()
    .click()
  const funding = page.getByRole('dialog', { name: 'Transaction status' })
  await funding.getByRole('button', { name: 'Take back a part of it' }).click()
  await funding.getByLabel('Amount').fill('80')
  await funding.getByRole('button', { name: 'Take back', exact: true }).click()
  await expect(toast(page, staffTexts.takeBack.done)).toBeVisible()
  await expect(own.getByRole('main')).toContainText('$20.00')

  await page.getByRole('button', { name: 'Lift', exact: true }).click()
  const lifting = page.getByRole('dialog', { name: 'Lift this hold?' })
  await lifting.getByLabel('Reason').fill('The case is closed')
  await lifting.getByRole('button', { name: 'Lift hold' }).click()
  await expect(page.getByText('Nothing is held on this account.')).toBeVisible()
  await expect(own.getByText('held by the bank')).toBeHidden()
  await own.context().close()
})

test('two administrators select the same payments, and the second is told what the first has changed', async ({
  page,
  open,
  openPanel,
  browser,
}) => {
  const payee = `Payee${randomUUID().slice(0, 8)}`
  await pay(await open(), payee, 2)
  const colleague = await (await browser.newContext()).newPage()
  for (const each of [page, colleague]) {
    await openPanel(each, `/admin/transactions?q=${payee}`)
    await expect(each.getByText('Showing 1–2 of 2')).toBeVisible()
    await each.getByLabel('Select all rows of this page').click()
    await each.getByRole('button', { name: 'Set status' }).click()
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Set to success' }).click()
  await expect(toast(page, '2 transactions set to success')).toBeVisible()

  const second = colleague.getByRole('dialog', { name: 'Set status' })
  await second.getByText('failed', { exact: true }).click()
  await second.getByRole('button', { name: 'Set to failed' }).click()
  await expect(second).toContainText('2 transactions not changed')
  await expect(second.getByRole('listitem').first()).toContainText('it is success now')
  await colleague.context().close()
})

test('an administrator activates three waiting users in four clicks, and undoes it in one', async ({
  page,
  open,
  openPanel,
}) => {
  const word = `Wait${randomUUID().slice(0, 8)}`
  for (const name of ['Ann', 'Ben', 'Cem'])
    await open({ active: false, balance: '0.00', fields: { name: `${name} ${word}` } })
  await openPanel(page, '/admin/dashboard')
  await countClicks(page)
  await page
    .getByRole('status')
    .getByRole('link', { name: /account/ })
    .click()
  await page.getByLabel('Search by email').click()
  await page.keyboard.type(word)
  await expect(page.getByText('Showing 1–3 of 3')).toBeVisible()
  await page.getByLabel('Select all rows of this page').click()
  await page.getByRole('button', { name: 'Activate 3', exact: true }).click()
  await holdToast(page, '3 accounts activated')
  await expectClicks(page, 4)
  await expect(page.getByText('No waiting users found')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, '3 accounts deactivated')).toBeVisible()
})

test('an administrator unlocks a PIN in three clicks from the list of users', async ({
  page,
  open,
  openPanel,
}) => {
  const customer = await open()
  const api = await visitor(customer.cookies)
  for (let wrong = 1; wrong <= 5; wrong++) {
    const body = { current_pin: '9999', new_pin: '8642' }
    await api.put('/api/me/pin', { data: body })
  }
  await api.dispose()
  await openPanel(page, '/admin/dashboard')
  await countClicks(page)
  await page.getByLabel('Search by email').click()
  await page.keyboard.type(customer.email)
  await expect(page.getByText('Showing 1–1 of 1')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: customer.name }).click()
  await expect(heading(page)).toHaveText('User Details')
  await page.getByRole('button', { name: 'Unlock PIN' }).click()
  await expect(page.getByRole('dialog').getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('Called, and knows the last payments')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Unlock PIN' })).toBeHidden()
  await expectClicks(page, 3)
})

test('a customer disputes a payment, staff credit it and end it for the bank, and the customer reads each step', async ({
  page,
  open,
  openPanel,
  browser,
}) => {
  const customer = await open()
  const payee = `Shop${randomUUID().slice(0, 8)}`
  await pay(customer, payee, 1)
  const own = await arriveElsewhere(browser, customer, '/transactions')
  await own.getByRole('button', { name: new RegExp(payee) }).click()
  await own.getByRole('button', { name: 'Dispute this payment' }).click()
  const form = own.getByRole('dialog', { name: 'Dispute this payment' })
  await form.getByLabel('What is wrong').selectOption('What I paid for did not arrive')
  await form.getByLabel('What happened').fill('The lamp never came.')
  await form.getByRole('button', { name: 'Dispute', exact: true }).click()
  await expect(own.getByText('You dispute this payment')).toBeVisible()

  await openPanel(page, '/admin/support-messages?list=all')
  await page
    .getByRole('button', { name: new RegExp(`^Message, Dispute of .* from ${customer.email}`) })
    .click()
  await page.getByRole('button', { name: 'Credit the customer' }).click()
  const crediting = page.getByRole('dialog', { name: 'Credit the customer?' })
  await crediting.getByLabel('Reason').fill('The shop does not answer')
  await crediting.getByRole('button', { name: 'Credit', exact: true }).click()
  await expect(toast(page, staffTexts.creditDispute.done)).toBeVisible()
  await expect(own.getByText('We credited $1.00 until we decide.')).toBeVisible()

  await page.getByRole('button', { name: 'End for the bank' }).click()
  const ending = page.getByRole('dialog', { name: 'End the dispute for the bank?' })
  await expect(ending).toContainText('$1.00 of the credit is taken back.')
  await ending.getByLabel('Reason').fill('The shop has your signature')
  await ending.getByRole('button', { name: 'End for the bank' }).click()
  await expect(toast(page, staffTexts.endDispute.done)).toBeVisible()
  await expect(own.getByText('We took back $1.00 of the credit.')).toBeVisible()
  await expect(own.getByText('Reason: The shop has your signature')).toBeVisible()
  await own.context().close()
})
