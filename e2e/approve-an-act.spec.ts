import { randomUUID } from 'node:crypto'
import type { AccountView } from '@bank/contract/accounts/view'
import { staffTexts, waitsText } from '@bank/contract/toast-texts/staff'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { shown } from './authenticator.ts'
import { arriveElsewhere, balance, confirmByKeyboard, field, heading, test, toast } from './bank.ts'
import type { Customer } from './customer.ts'
import { call, visitor } from './endpoints.ts'
import { transfer } from './transfer-form.ts'

/** Two customers, the window of the first one and a way to call the endpoints in the same session, and the window of who asks. */
type Scene = {
  readonly customer: Customer
  readonly payee: Customer
  readonly closedAccount: string
  readonly own: Page
  readonly api: APIRequestContext
  readonly page: Page
}

/** An act that one person asks for on the customer's page, and what is seen once the other one has approved it. */
type Act = {
  readonly sentence: string | RegExp
  readonly ask: (scene: Scene) => Promise<void>
  readonly effect: (scene: Scene) => Promise<void>
}

/** Each act that waits for a second person, in an order in which one prepares the next. */
const acts: readonly Act[] = [
  {
    sentence: 'Fund the account with $25,000.00',
    async ask({ page }) {
      await page.getByRole('button', { name: 'Fund account' }).click()
      const funding = page.getByRole('dialog', { name: 'Fund account' })
      await funding.getByLabel('Amount').fill('25000')
      await expect(funding).toContainText('a second person must approve a funding')
      await funding.getByRole('button', { name: 'Ask for approval' }).click()
    },
    effect: ({ own }) => expect(balance(own)).toContainText('$25,100.00'),
  },
  {
    sentence: 'Set a successful transaction of $15,000.00 to failed',
    async ask({ page, own, api, payee: { id, name, accountNumber } }) {
      const inside = { account_name: name, account_number: accountNumber, bank_name: 'Truepenny' }
      await pay(api, { ...inside, amount: '15000.00' })
      await expect(balance(own)).toContainText('$10,100.00')
      await page.goto(`/admin/users/${id}`)
      await page
        .getByRole('button', { name: /^Transfer from/ })
        .first()
        .click()
      const dialog = page.getByRole('dialog', { name: 'Transaction status' })
      await dialog.getByText('failed', { exact: true }).click()
      await dialog.getByRole('button', { name: 'Save' }).click()
    },
    effect: ({ own }) => expect(balance(own)).toContainText('$25,100.00'),
  },
  {
    sentence: 'Credit $12,000.00 for a disputed payment',
    async ask({ page, own, api, customer }) {
      const payment = await pay(api, { amount: '12000.00' })
      const complaint = { cause: 'not_received', amount: '12000.00', text: 'The boat never came.' }
      const dispute = { ...complaint, disputeId: randomUUID() }
      await call(api, 'POST', `/api/transactions/${payment}/disputes`, dispute)
      await expect(balance(own)).toContainText('$13,100.00')
      await page.goto('/admin/support-messages?list=all')
      await page
        .getByRole('button', { name: new RegExp(`^Message, Dispute of .* from ${customer.email}`) })
        .click()
      await page.getByRole('button', { name: 'Credit the customer' }).click()
      const dialog = page.getByRole('dialog', { name: 'Credit the customer?' })
      await dialog.getByLabel('Reason').fill('The shop does not answer')
      await dialog.getByRole('button', { name: 'Credit', exact: true }).click()
    },
    effect: ({ own }) => expect(balance(own)).toContainText('$25,100.00'),
  },
  {
    sentence: 'Take back $11,000.00 of a funding',
    async ask({ page }) {
      await page
        .getByRole('button', { name: /Account funded/ })
        .first()
        .click()
      const dialog = page.getByRole('dialog', { name: 'Transaction status' })
      await dialog.getByRole('button', { name: 'Take back a part of it' }).click()
      await dialog.getByLabel('Amount').fill('11000')
      await dialog.getByRole('button', { name: 'Take back', exact: true }).click()
    },
    effect: ({ own }) => expect(balance(own)).toContainText('$14,100.00'),
  },
  {
    sentence: /^Set the limits of payments in USD to day 60000\.00/,
    async ask({ page }) {
      await setDayLimit(page, '50000')
      await expect(toast(page, staffTexts.setLimits.done)).toBeVisible()
      await setDayLimit(page, '60000')
    },
    effect: ({ page }) => expect(page.getByRole('main')).toContainText('of $60,000.00 sent today'),
  },
  {
    sentence: /^Change the email from /,
    async ask({ page, customer }) {
      await page.getByRole('button', { name: 'Correct details' }).click()
      await field(page, 'email').fill(`new.${customer.email}`)
      await field(page, 'reason').fill('Seen on the passport')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    },
    effect: ({ page, customer }) =>
      expect(page.getByRole('main')).toContainText(`The new email new.${customer.email} is not confirmed`),
  },
  {
    sentence: 'Reopen the closed account',
    async ask({ page, customer, closedAccount }) {
      await page.goto(`/admin/users/${customer.id}?account=${closedAccount}`)
      await page.getByRole('button', { name: 'Reopen account' }).click()
      await field(page, 'reason').fill('Closed by mistake')
      await page.getByRole('dialog').getByRole('button', { name: 'Reopen account' }).click()
    },
    effect: ({ page }) => expect(page.getByRole('button', { name: 'Fund account' })).toBeVisible(),
  },
  {
    sentence: 'Give the role Administrator',
    async ask({ page }) {
      await page.getByRole('button', { name: 'Make admin' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Make admin' }).click()
    },
    effect: ({ page }) => expect(page.getByRole('button', { name: 'Remove administrator' })).toBeVisible(),
  },
  {
    sentence: 'Reset two-factor authentication, role Administrator',
    async ask({ page, own, customer }) {
      await turnTwoFactorOn(own, customer)
      await page.getByRole('button', { name: 'Reset two-factor' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Reason').fill('Lost the telephone, seen with the passport')
      await dialog.getByRole('button', { name: 'Reset two-factor' }).click()
    },
    effect: ({ own }) => expect(heading(own)).toHaveText('Welcome Back'),
  },
]

const [funding] = acts
for (const [what, tag, chosen] of [
  ['a large funding', [], [funding!]],
  ['each act that needs two', ['@gate'], acts],
] as const) {
  const title = `one administrator asks for ${what}, another one approves it, and it is done`
  test(title, { tag: [...tag] }, async ({ page, open, openPanel, browser }) => {
    const word = `Pair${randomUUID().slice(0, 8)}`
    const customer = await open({ fields: { name: `Nora ${word}` } })
    const payee = await open({ balance: '0.00', fields: { name: `Otto ${word}` } })
    const api = await visitor(customer.cookies)
    const closedAccount = await openAndClose(api, customer)
    const { cookies } = await api.storageState()
    const own = await arriveElsewhere(browser, { ...customer, cookies }, '/dashboard')
    const userPage = `/admin/users/${customer.id}`
    await openPanel(page, userPage)
    const colleague = await (await browser.newContext()).newPage()
    await openPanel(colleague, '/admin/overview')
    await colleague.getByRole('link', { name: 'Open approvals' }).click()
    await expect(heading(colleague)).toHaveText('Approvals')

    for (const { sentence, ask, effect } of chosen) {
      await test.step(`${sentence}`, async () => {
        const scene = { customer, payee, closedAccount, own, api, page }
        await page.goto(userPage)
        await ask(scene)
        await expect(toast(page, waitsText)).toBeVisible()
        await colleague.goto('/admin/approvals')
        // Journeys beside this one ask for approvals, too.
        const waiting = colleague
          .getByRole('listitem')
          .filter({ has: colleague.getByRole('heading', { name: sentence }) })
          .filter({ hasText: word })
        await waiting.getByRole('button', { name: /^Approve/ }).click()
        await colleague.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
        await expect(waiting).toBeHidden()
        await effect(scene)
      })
    }
    await api.dispose()
    for (const window of [own, colleague]) await window.context().close()
  })
}

/** Opens another account of the customer and closes it, which gives the session a new cookie. Returns its number. */
async function openAndClose(api: APIRequestContext, { password }: Customer): Promise<string> {
  const savings = { openingId: randomUUID(), accountType: 'online', currency: '$', name: 'Savings' }
  const { number } = await call<AccountView>(api, 'POST', '/api/accounts', savings)
  await call(api, 'POST', '/api/sessions/current/confirmation', { password })
  await call(api, 'PUT', `/api/accounts/${number}/closing`, {})
  return number
}

/** Sends a payment, and returns its id. */
async function pay(api: APIRequestContext, fields: Parameters<typeof transfer>[0]): Promise<string> {
  const transactionId = randomUUID()
  await call(api, 'POST', '/api/transfers', { ...transfer(fields), transactionId })
  return transactionId
}

/** Sets a limit of the customer for a day, for the next ten days. */
async function setDayLimit(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Set limits in USD' }).click()
  const dialog = page.getByRole('dialog', { name: 'Limits in USD' })
  await dialog.getByLabel('Per day').fill(amount)
  const end = new Date(Date.now() + 10 * 86_400_000)
  await dialog.getByLabel('Until').fill(end.toISOString().slice(0, 10))
  await dialog.getByRole('button', { name: 'Set limits' }).click()
  await expect(dialog).toBeHidden()
}

async function turnTwoFactorOn(own: Page, { password }: Customer): Promise<void> {
  await own.goto('/settings')
  await own.getByRole('button', { name: 'Turn on two-factor' }).click()
  await confirmByKeyboard(own, password)
  const secret = (await own.getByText(/^[A-Z2-7]{32}$/).textContent())!
  await field(own, 'code').fill(shown(secret))
  await own.getByRole('button', { name: 'Turn on', exact: true }).click()
  await own.getByRole('button', { name: 'I have saved them' }).click()
}
