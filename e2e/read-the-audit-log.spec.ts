import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { field, heading, test } from './bank.ts'
import { clara } from './demo-people.ts'

test('an administrator reads the audit log, filters it, and downloads it', async ({
  page,
  open,
  openPanel,
  clara: administration,
}) => {
  const customer = await open({ active: false, balance: '0.00' })
  await (await administration()).activate(customer.id)
  await (await administration()).fund(customer.id, '12.50')

  await openPanel(page, '/admin/audit-log')
  await expect(heading(page)).toHaveText('Audit log')
  await field(page, 'subject').fill(customer.email)
  await page.getByRole('button', { name: 'Show entries' }).click()
  await expect(page).toHaveURL(/subject=/)
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row')
  // Until the filtered entries arrive, all entries are shown.
  const activated = rows.filter({ hasText: 'Activated the account' })
  await expect(activated).toHaveCount(1)
  await expect(activated).toContainText(clara().name)
  await expect(rows.filter({ hasText: 'Funded the account' })).toContainText('$0.00 → $12.50')

  await page.getByRole('button', { name: /^Details, .*: Activated the account/ }).click()
  const entry = page.getByRole('dialog', { name: 'Entry of the audit log' })
  await expect(entry).toContainText(customer.email)
  await expect(entry).toContainText('inactive')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Details, .*: Activated the account/ })).toBeFocused()

  await field(page, 'action').selectOption('Funded the account')
  await page.getByRole('button', { name: 'Show entries' }).click()
  await expect(rows).toHaveCount(2)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^audit-log-.*\.csv$/)
  const found = parse(await readFile((await file.path())!), { bom: true, columns: true }) as Row[]
  expect(found).toMatchObject([{ Action: 'account_funded', 'Subject email': customer.email, After: '12.50' }])
})

type Row = Record<string, string>
