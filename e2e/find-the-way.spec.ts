import { messages } from '@bank/contract/messages'
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { signIn, test } from './bank.ts'

const menu = ['Dashboard', 'Funds Transfer', 'Transactions', 'Accounts Statement', 'Profile', 'Settings']

test('an unknown address is a 404 page with a way home', async ({ page }) => {
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(messages.notFound)
  await expectAccessible(page)
  await page.getByRole('link', { name: /home/i }).click()
  await expect(page).toHaveURL('/')
})

test('the menu lists the customer’s pages in their order', async ({ page, open }) => {
  await signIn(page, await open())
  const links = page.getByRole('navigation').first().getByRole('listitem')
  await expect(links).toHaveText(menu)
})

test('on a phone the menu slides in, locks the page behind it and closes with Escape', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, await open())
  const button = page.getByRole('button', { name: /menu/i }).first()
  await button.click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await drawer.getByRole('link', { name: 'Transactions' }).click()
  await expect(page).toHaveURL('/transactions')
  await expect(drawer).toBeHidden()
})

test('on a phone the top bar leads back', async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, await open())
  await page.goto('/transactions')
  await page.getByRole('banner').getByRole('button', { name: /back/i }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('every page says in its title where one is', async ({ page, open }) => {
  await signIn(page, await open())
  const titles = new Set<string>()
  for (const path of ['/dashboard', '/transfer', '/transactions', '/support', '/terms', '/privacy']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    titles.add(await page.title())
  }
  expect(titles.size).toBe(6)
})
