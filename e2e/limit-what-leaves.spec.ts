import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as bareTest, expect, type Page } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import { shown } from './authenticator.ts'
import { arrive, confirmByKeyboard, field, fieldError, heading, test, toast } from './bank.ts'
import { call, visitor } from './endpoints.ts'
import { openOwnBank } from './own-bank.ts'
import { confirmTransfer, openWholeForm, transfer } from './transfer-form.ts'

test('a limit for a day and a freeze each stop a transfer, which is sent after the password is entered', async ({
  page,
  open,
}) => {
  const person = await open()
  const api = await visitor(person.cookies)
  await call(api, 'POST', '/api/transfers', { ...transfer({ amount: '20.00' }), transactionId: randomUUID() })
  await api.dispose()
  await arrive(page, person, '/limits')
  const limits = page.getByRole('form', { name: 'Limits in USD ($)' })
  await limits.getByLabel('Per day').fill('50')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect(limits).toContainText('$20.00 of $50.00')
  await page.goto('/transfer')
  await openWholeForm(page)
  await expect(page.getByRole('main')).toContainText('You can send up to $30.00 today.')
  await field(page, 'amount').fill('30.01')
  await expect(page.getByRole('main')).toContainText('That is more than you can send today.')
  await confirmTransfer(page, { amount: '30.01' })
  await expect(fieldError(page, 'amount')).toContainText(
    'This would exceed your day limit of $50.00. You can send $30.00 until',
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
  await page.goto('/transfer?to=new')
  // The refused transfer is still in the form.
  await expect(field(page, 'amount')).toHaveValue('30.01')
  await confirmTransfer(page, { amount: '30.00' })
  await expect(heading(page)).toHaveText('Transfer receipt')
  await page.goto('/limits')
  await expect(limits).toContainText('$50.00 of $50.00')
})

bareTest(
  'the bank’s limit for new payees stops a second payment; three days later a raised limit holds, the payee is not new, and a PIN that a code replaced has a limit',
  { tag: '@gate' },
  async ({ page }) => {
    await using bank = await openOwnBank({
      NEW_BENEFICIARY_LIMIT: '200.00',
      PIN_RECOVERY_LIMIT: '100.00',
      CLOCK: '3',
    })
    const { people } = JSON.parse(readFileSync(join(bank.data, 'demo.json'), 'utf8'))
    const alice = people.find(({ name }: { name: string }) => name.startsWith('Alice'))
    const pay = async (fields: Parameters<typeof confirmTransfer>[1]) => {
      await page.goto(`${bank.address}/transfer?to=new`)
      await confirmTransfer(page, { transaction_pin: alice.pin, ...fields })
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
    const key = await turnOnTwoFactor(page, `${bank.address}/settings`, alice.password)

    bank.passDays()
    await enterAsAlice(page)
    await field(page, 'code').fill(shown(key, stepsInThreeDays))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(heading(page)).not.toHaveText('Enter your code')
    await page.goto(`${bank.address}/limits`)
    await expect(limits.getByLabel('Per payment')).toHaveValue('250.00')
    await expect(limits).toContainText('$0.00 of $200.00 sent to them')
    await expect(limits.getByRole('button', { name: /^Cancel this change/ })).toHaveCount(0)
    await pay({ amount: '250.00' })
    await expect(heading(page)).toHaveText('Transfer receipt')

    await page.goto(`${bank.address}/recover-pin`)
    await field(page, 'new_pin').fill('86420')
    await field(page, 'confirm_pin').fill('86420')
    await page.getByRole('button', { name: 'Set new PIN' }).click()
    const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await confirmation.locator('[name="password"]').fill(alice.password)
    // The bank takes each code once, and the next one half a minute early.
    await confirmation.locator('[name="code"]').fill(shown(key, stepsInThreeDays + 1))
    await confirmation.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('you can send up to 100.00 to others in each currency')).toBeVisible()
    await pay({ amount: '100.01', transaction_pin: '86420' })
    await expect(fieldError(page, 'amount')).toContainText(
      'This would exceed the bank’s new-PIN limit of $100.00. You can send $100.00 until',
    )
  },
)

const stepsInThreeDays = (3 * 24 * 60 * 60) / 30

/** Turns two-factor on in the settings at this address, and returns the key of the authenticator app. */
async function turnOnTwoFactor(page: Page, settings: string, password: string): Promise<string> {
  await page.goto(settings)
  await page.getByRole('button', { name: 'Turn on two-factor' }).click()
  await confirmByKeyboard(page, password)
  const key = (await page.getByText(/^[A-Z2-7]{32}$/).textContent())!
  await field(page, 'code').fill(shown(key))
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  return key
}

/** Where the sign-in is shown: at the start, or when the session has ended. */
async function enterAsAlice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try it as Alice' }).click()
  await expect(heading(page)).not.toHaveText('Welcome Back')
}
