import type { TransactionPage } from '@bank/contract/transactions/view'
import { expect, type WebSocketRoute } from '@playwright/test'
import { arrive, balance, heading, test } from './bank.ts'
import { type Cookies, call, visitor } from './endpoints.ts'
import { confirmTransfer } from './transfer-form.ts'

test('an administrator’s change to a transfer shows on the customer’s open screens', async ({
  page,
  open,
  clara,
  browser,
}) => {
  const customer = await open({ balance: '100.00' })
  await arrive(page, customer, '/transfer')
  await confirmTransfer(page, { amount: '40.00' })
  await expect(heading(page)).toHaveText('Transfer receipt')
  await page.goto('/dashboard')
  await expect(balance(page)).toContainText('$60.00')

  const beside = await browser.newContext({ storageState: { cookies: customer.cookies, origins: [] } })
  const history = await beside.newPage()
  await history.goto('/transactions')
  await expect(history.getByRole('row').nth(1)).toContainText('pending')

  const id = await newestTransaction(customer.cookies)
  const administrator = await clara()
  await administrator.setStatus(id, 'success')
  await expect(history.getByRole('row').nth(1)).toContainText('success')
  await expect(page.getByRole('row').nth(1)).toContainText('success')
  await administrator.setStatus(id, 'failed')
  await expect(balance(page)).toContainText('$100.00')
  await expect(history.getByRole('row').nth(1)).toContainText('returned')
  await expect(history.getByRole('row').nth(2)).toContainText('failed')
  await beside.close()
})

test('a customer whose live connection is lost sees what changed meanwhile as soon as it is open again', async ({
  page,
  open,
  clara,
}) => {
  const connections: WebSocketRoute[] = []
  await page.routeWebSocket(/\/api\/live$/, (connection) => {
    connections.push(connection)
    connection.connectToServer()
  })
  const administrator = await clara()
  const customer = await open()
  await arrive(page, customer, '/dashboard')
  await expect(balance(page)).toContainText('$100.00')
  await expect.poll(() => connections.length).toBe(1)
  await connections[0]!.close({ code: 1011 })
  await administrator.fund(customer.id, '25.00')
  await expect.poll(() => connections.length).toBe(2)
  await expect(balance(page)).toContainText('$125.00')
})

test('a customer who signs out in one window is signed out in the other', async ({ page, open, context }) => {
  const customer = await open()
  await arrive(page, customer, '/dashboard')
  await expect(balance(page)).toContainText('$100.00')
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByRole('button', { name: 'Change Avatar' })).toBeVisible()
  await other.getByRole('banner').getByRole('button', { name: customer.name }).click()
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/')
  await expect(page).toHaveURL('/')
})

/** The id of the latest transaction. */
async function newestTransaction(cookies: Cookies): Promise<string> {
  const api = await visitor(cookies)
  const { transactions } = await call<TransactionPage>(api, 'GET', '/api/transactions')
  await api.dispose()
  return transactions[0]!.transactionId
}
