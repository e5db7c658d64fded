import { expect, type Page } from '@playwright/test'
import { arrive, heading, test, typeCredentials } from './bank.ts'
import type { Customer } from './customer.ts'
import { call, visitor } from './endpoints.ts'
import { expectTyped, reloadWithDraft, reviewTransfer, storedDraft, transfer } from './transfer-form.ts'

const { transaction_pin, ...typed } = transfer({ reference: 'Invoice 4711' })

test('a draft is stored encrypted, and a copy of the storage is unreadable after Logout', async ({
  page,
  open,
}) => {
  const customer = await open()
  await arrive(page, customer, '/transfer')
  await reviewTransfer(page, typed)
  await expect(heading(page)).toHaveText('Check your transfer')
  await expect.poll(() => storedDraft(page)).not.toBeNull()
  const key = await draftKey(page)
  expect(key).toMatch(/^.{43}=$/)
  expectNoTrace(await leftInBrowser(page), key)

  await reloadWithDraft(page)
  await expect(page.getByText('Northern Savings')).toBeVisible()
  const copy = await storedDraft(page)
  expect(copy).not.toBeNull()

  await page.getByRole('banner').getByRole('button', { name: customer.name }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(heading(page)).toHaveText('Welcome Back')
  expect(await storedDraft(page)).toBeNull()
  await page.evaluate((draft) => sessionStorage.setItem('drafts', draft!), copy)
  for (const reload of [false, true]) {
    if (reload) await page.reload()
    expect(await draftKey(page)).toBeUndefined()
    expectNoTrace(await leftInBrowser(page), key)
  }

  await typeCredentials(page, await open())
  await expect(heading(page)).toHaveText('Dashboard')
  expect(await storedDraft(page)).toBeNull()
})

test('after the end of a session and a reload, only the same customer gets the draft back', {
  tag: '@gate',
}, async ({ page, open }) => {
  const customer = await open()
  await arrive(page, customer, '/transfer')
  await reviewTransfer(page, typed)
  await expect.poll(() => storedDraft(page)).not.toBeNull()
  await endSession(customer)
  await page.reload()
  await expect(heading(page)).toHaveText('Welcome Back')
  const draft = await storedDraft(page)
  expect(draft).not.toBeNull()

  await typeCredentials(page, customer)
  await expect(heading(page)).toHaveText('Check your transfer')
  await page.getByRole('link', { name: 'Change this transfer' }).click()
  await expectTyped(page, typed)
})

/** Everything that a script, or a person at this browser, finds in it, also decoded. */
async function leftInBrowser(page: Page): Promise<string> {
  const texts = await page.evaluate<string>(`(async () => JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, await indexedDB.databases(), await caches.keys(),
    history.state, document.cookie, document.documentElement.outerHTML.match(/<script.*?<\\/script>/gs),
  ]))()`)
  const decoded = texts.match(/[\w+/]{16,}=*/g)!.map((text) => Buffer.from(text, 'base64').toString('latin1'))
  return [texts, ...decoded].join('\n')
}

function expectNoTrace(left: string, key: string | undefined): void {
  for (const text of Object.values(typed)) expect(left).not.toContain(text)
  expect(left).not.toContain('9876 543 210')
  expect(left).not.toContain(key)
}

/** The key that the bank sends this browser now. */
async function draftKey(page: Page): Promise<string | undefined> {
  const { session } = (await (await page.request.get('/api/sessions/current')).json()) as {
    session: { draftKey?: string } | null
  }
  return session?.draftKey
}

async function endSession({ cookies }: Customer): Promise<void> {
  const api = await visitor(cookies)
  await call(api, 'DELETE', '/api/sessions/current')
  await api.dispose()
}
