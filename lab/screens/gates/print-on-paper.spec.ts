import { readFile } from 'node:fs/promises'
import { arrive, heading, test } from '@bank/e2e/bank'
import { confirmTransfer } from '@bank/e2e/transfer-form'
import { withoutServerRendering } from '@bank/e2e/without-server-rendering'
import { expect, type Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { paperFaults } from './paper.ts'

test('a statement on paper has its account holder, every line, and no controls', async ({ page, open }) => {
  const customer = await open({ balance: '250.00' })
  await arrive(page, customer, '/transfer')
  await confirmTransfer(page, { amount: '12.34', account_name: 'Harbour Rent' })
  await expect(heading(page)).toHaveText('Transfer receipt')
  await page.getByRole('switch', { name: 'Dark theme' }).click()
  await page.goto('/statement')
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3)

  for (const format of ['A4', 'Letter'] as const) {
    expect(await paperFaults(page, format)).toEqual([])
    const pages = await paper(page, format)
    expect(pages).toHaveLength(1)
    for (const words of [
      'Truepenny',
      'Account Statement',
      customer.name,
      'Account currency USD ($)',
      'Period (UTC)',
      'S/N Type Amount Description Status Date Balance',
      '+$250.00',
      'Transfer to Harbour Rent',
      '$12.34 pending, already deducted',
      'Balance now: $237.66',
      'Page 1 of 1',
    ]) {
      expect(pages[0], format).toContain(words)
    }
    expect(pages[0]).not.toMatch(/Show statement|Download|Funds Transfer|Dark theme|Skip to/)
  }

  // Paper is light in both themes of the screen.
  const root = page.locator('html')
  await expect(root).toHaveCSS('color-scheme', 'dark')
  await page.emulateMedia({ media: 'print' })
  await expect(root).toHaveCSS('color-scheme', 'light')
})

test('a long statement is printed whole, with the names of the columns on every page', {
  tag: '@gate',
}, async ({ page, open }) => {
  const customer = await open({ balance: '250.00' })
  await arrive(page, customer, '/statement')
  await withoutServerRendering(page)
  await page.route('**/api/statement?*', async (route) => {
    const answer = await route.fetch()
    const statement = await answer.json()
    const [line] = statement.lines
    const lines = Array.from({ length: 60 }, (_, at) => ({
      ...line,
      seq: String(at),
      description: `Line ${at + 1}.`,
    }))
    await route.fulfill({ response: answer, json: { ...statement, lines, total: 60, nextCursor: null } })
  })
  await page.reload()
  await expect(page.getByText('Line 60.')).toBeVisible()
  expect(await paperFaults(page, 'A4')).toEqual([])
  const pages = await paper(page, 'A4')
  expect(pages.length).toBeGreaterThan(1)
  for (const [at, text] of pages.entries()) {
    expect(text).toContain(`Page ${at + 1} of ${pages.length}`)
    if (/Line \d+\./.test(text)) expect(text).toContain('S/N Type Amount Description Status Date Balance')
  }
  for (let line = 1; line <= 60; line++) expect(pages.join(' ').split(`Line ${line}.`)).toHaveLength(2)
  expect(pages.at(-1)).toContain('Balance now: $250.00')
})

test('a receipt is printed alone and downloaded, after a transfer and from the history', {
  tag: '@gate',
}, async ({ page, open }) => {
  await arrive(page, await open({ balance: '250.00' }), '/transfer')
  await confirmTransfer(page, { amount: '12.34', account_name: 'Harbour Rent' })
  await expect(heading(page)).toHaveText('Transfer receipt')
  for (const from of ['the transfer', 'the list'] as const) {
    expect(await paperFaults(page, 'A4')).toEqual([])
    const [text, ...more] = await paper(page, 'A4')
    expect(more, from).toEqual([])
    for (const words of ['Truepenny', '$12.34', 'Harbour Rent', 'pending', 'Transaction ID']) {
      expect(text, from).toContain(words)
    }
    expect(text, from).not.toMatch(/Print|Make another transfer|Ask about this payment|S\/N|Your note/)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download receipt' }).press('Enter'),
    ])
    const [kept, ...others] = await wordsOf(await readFile(await file.path()))
    expect(others, from).toEqual([])
    for (const words of ['Transfer receipt', 'Amount $12.34 Status pending', 'To Harbour Rent']) {
      expect(kept, from).toContain(words)
    }
    if (from === 'the list') break
    await page.getByRole('link', { name: 'View transactions' }).click()
    await page.getByRole('button', { name: /Harbour Rent.*details/ }).click()
    await expect(page.getByText('Sent: the money left your account')).toBeVisible()
  }
})

/** The text of each page that the browser prints. */
async function paper(page: Page, format: 'A4' | 'Letter'): Promise<string[]> {
  return wordsOf(await page.pdf({ format }))
}

async function wordsOf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  return text.map((words) => words.replace(/\s+/g, ' '))
}
