import { expect } from '@playwright/test'
import { arriveElsewhere, field, heading, test } from './bank.ts'

test('a visitor writes to the bank and gets a reference', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Help' }).click()
  await expect(heading(page)).toHaveText('Contact Support')
  await field(page, 'email').fill('visitor@example.com')
  await field(page, 'subject').fill('I cannot sign in')
  await field(page, 'message').fill('My telephone fell into the sea.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(heading(page)).toHaveText('We have your message')
  await expect(heading(page)).toBeFocused()
  await expect(page.getByRole('main')).toContainText(/Reference\s*\S{6,}/)
})

test('a customer asks with a picture, staff note and answer with a PDF, and the customer replies without seeing the note', async ({
  page,
  open,
  openPanel,
  browser,
}) => {
  const customer = await open({ active: false, balance: '0.00' })
  const subject = `My card ${customer.id.slice(-8)}`
  const own = await arriveElsewhere(browser, customer, '/support')
  await expect(field(own, 'email')).toHaveValue(customer.email)
  await field(own, 'subject').fill(subject)
  await field(own, 'message').fill('It looks like this.')
  // A screenshot is a real picture.
  const picture = { name: 'card.png', mimeType: 'image/png', buffer: await own.screenshot() }
  await field(own, 'files').setInputFiles(picture)
  await own.getByRole('button', { name: 'Send message' }).click()
  await expect(heading(own)).toHaveText('We have your message')

  await openPanel(page, '/admin/support-messages?list=all')
  await page.getByRole('button', { name: `Message, ${subject}` }).click()
  await expect(heading(page)).toHaveText('Support message')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'card.png' }).click()
  expect((await download).suggestedFilename()).toBe('card.png')
  await page.getByRole('button', { name: 'Take', exact: true }).click()
  await expect(page.getByText('taken by')).toBeVisible()
  await page.getByRole('tab', { name: 'Internal note' }).click()
  await field(page, 'text').fill('Looks worn out')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Internal note of')).toBeVisible()
  await page.getByRole('tab', { name: 'Answer' }).click()
  await field(page, 'text').fill('Please fill in this form.')
  const form = { name: 'form.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') }
  await field(page, 'files').setInputFiles(form)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Waiting for the customer')).toBeVisible()

  // Without a reload: the page is told of the answer.
  await own.getByText(subject).click()
  await expect(own.getByText('Please fill in this form.')).toBeVisible()
  await expect(own.getByRole('link', { name: 'form.pdf' })).toBeVisible()
  expect(await own.content()).not.toContain('worn out')
  await field(own, 'text').fill('Thank you.')
  await own.getByRole('button', { name: 'Send reply' }).click()
  await expect(own.getByText('Being answered')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Thank you.')).toBeVisible()
  await own.context().close()
})
