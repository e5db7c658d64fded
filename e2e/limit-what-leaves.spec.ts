import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as bareTest, expect, type Page } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import { arrive, fieldError, heading, test, toast } from './bank.ts'
import { openOwnBank } from './own-bank.ts'
import { confirmTransfer } from './transfer-form.ts'

test('a limit for a day and a freeze each stop a transfer, which is sent after the password is entered', async ({
  page,
  open,
}) => {
  const person = await open()
  await arrive(page, person, '/limits')
  const limits = page.getByRole('form', { name: 'Limits in USD ($)' })
  await limits.getByLabel('Per day').fill('30')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect(limits).toContainText('$0.00 of $30.00')
  await page.goto('/transfer')
  await confirmTransfer(page, { amount: '30.01' })
  await expect(fieldError(page, 'amount')).toContainText(
    'This would exceed your day limit of $30.00. You can send $30.00 until',
  )

  await page.goto('/limits')
  await page.getByRole('button', { name: 'Freeze payments' }).click()
  await expect(page.getByRole('button', { name: 'Unfreeze payments' })).toBeVisible()
  expect(await accessFaults(page)).toEqual([])
  await page.goto('/transfer')
  await expect(page.getByRole('main')).toContainText('frozen')

  await page.goto('/limits')
  await page.getByRole('button', { name: 'Unfreeze payments' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirmation.getByLabel('Current password', { exact: true }).fill(person.password)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Payments unfrozen')).toBeVisible()
  await page.goto('/transfer')
  await confirmTransfer(page, { amount: '30.00' })
  await expect(heading(page)).toHaveText('Transfer receipt')
  await page.goto('/limits')
  await expect(limits).toContainText('$30.00 of $30.00')
})

bareTest(
  'the bank’s limit for new payees stops a second payment, and a day later a raised limit holds and the payee is not new',
  async ({ page }) => {
    await using bank = await openOwnBank({ NEW_BENEFICIARY_LIMIT: '200.00', CLOCK: 'moving' })
    const { people } = JSON.parse(readFileSync(join(bank.data, 'demo.json'), 'utf8'))
    const { pin: transaction_pin } = people.find(({ name }: { name: string }) => name.startsWith('Alice'))
    const pay = async (fields: Parameters<typeof confirmTransfer>[1]) => {
      await page.goto(`${bank.address}/transfer?to=new`)
      await confirmTransfer(page, { ...fields, transaction_pin })
    }
    await page.goto(bank.address)
    await enterAsAlice(page)
    await page.goto(`${bank.address}/limits`)
    const limits = page.getByRole('form', { name: 'Limits in USD ($)' })
    await limits.getByLabel('Per payment').fill('150')
    await limits.getByRole('button', { name: 'Save limits' }).click()
    await pay({ amount: '150.00' })
    await expect(heading(page)).toHaveText('Transfer receipt')
    await pay({ amount: '50.01', account_number: '9876543211' })
    await expect(fieldError(page, 'amount')).toContainText(
      'This would exceed the bank’s limit for new payees of $200.00. You can send $50.00 until',
    )

    await page.goto(`${bank.address}/limits`)
    await expect(limits).toContainText('$150.00 of $200.00 sent to them')
    await limits.getByLabel('Per payment').fill('250')
    await limits.getByRole('button', { name: 'Save limits' }).click()
    await expect(limits).toContainText('$250.00 per payment')
    await expect(limits.getByLabel('Per payment')).toHaveValue('150.00')

    bank.passDay()
    await enterAsAlice(page)
    await page.goto(`${bank.address}/limits`)
    await expect(limits.getByLabel('Per payment')).toHaveValue('250.00')
    await expect(limits).toContainText('$0.00 of $200.00 sent to them')
    await expect(limits.getByRole('button', { name: /^Cancel this change/ })).toHaveCount(0)
    await pay({ amount: '250.00' })
    await expect(heading(page)).toHaveText('Transfer receipt')
  },
)

/** Where the sign-in is shown: at the start, or when the session has ended. */
async function enterAsAlice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try it as Alice' }).click()
  await expect(heading(page)).not.toHaveText('Welcome Back')
}
