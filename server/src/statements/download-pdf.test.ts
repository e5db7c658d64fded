import { endpoints } from '@bank/contract/endpoints'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

async function download(who: Person, query: Record<string, string> = {}) {
  const reply = await bank.call(who, endpoints.downloadStatementPdf, { query })
  if (reply.status !== 200) return { ...reply, pages: [] as string[] }
  const { text } = await extractText(await getDocumentProxy(reply.answer as unknown as Uint8Array))
  return { ...reply, pages: text.map((page) => page.replace(/\s+/g, ' ')) }
}

test('a statement on paper says whose it is, adds up and numbers its pages', async () => {
  for (const amount of ['0.01', '12.30']) {
    await bank.call(bank.alice, endpoints.sendTransfer, { body: transfer({ amount }) })
  }
  const { headers, pages } = await download(bank.alice, { from: '2026-11-01', to: '2026-11-21' })
  expect([headers['content-type'], headers['content-disposition']]).toEqual([
    'application/pdf',
    'attachment; filename="statement-2026-11-01-to-2026-11-21.pdf"',
  ])
  expect(pages).toHaveLength(1)
  for (const words of [
    'Truepenny: Account Statement',
    'Account holder: Alice',
    `Account Number: ${bank.alice.account.number}`,
    'Account Type: Checking Account',
    'Account currency: USD ($)',
    'Period: 11/01/2026 – 11/21/2026 (UTC)',
    'Opening balance $0.00 + money in $100.00 - money out $12.31 = closing balance $87.69',
    'Closing balance: $87.69',
    '$12.31 was still in transit',
    'Page 1 of 1',
  ]) {
    expect(pages[0]).toContain(words)
  }
  for (const balance of ['$100.00 $100.00', '$0.01 $99.99', '$12.30 $87.69']) {
    expect(pages[0]).toContain(balance)
  }
})

test('a long statement has every line once, on pages that are all numbered', async () => {
  const busy = await bank.openAccount('Busy', { amountMinor: 100_00n })
  for (let cents = 1; cents <= 25; cents++) {
    const name = `Payee number ${cents}.`
    await bank.call(busy, endpoints.sendTransfer, {
      body: transfer({ amount: `0.${String(cents).padStart(2, '0')}`, account_name: name }),
    })
  }
  const { pages } = await download(busy)
  expect(pages.length).toBeGreaterThan(1)
  for (const [at, page] of pages.entries()) {
    expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
    expect(page).toContain('Date Description Status Money in Money out Balance')
  }
  const whole = pages.join(' ')
  for (let cents = 1; cents <= 25; cents++) {
    expect(whole.split(`Payee number ${cents}.`)).toHaveLength(2)
  }
})

test('other alphabets are drawn, and what has no letters here breaks no line', async () => {
  const polyglot = await bank.openAccount('Polyglot', { amountMinor: 100_00n })
  const account_name = `Ольга Ωμέγα Łódź 🙂 ${'w'.repeat(60)}`
  await bank.call(polyglot, endpoints.sendTransfer, { body: transfer({ account_name, amount: '1.00' }) })
  const { pages } = await download(polyglot)
  for (const word of ['Ольга', 'Ωμέγα', 'Łódź', '?']) expect(pages[0]).toContain(word)
})

test('a statement without lines says so', async () => {
  const { pages } = await download(bank.bruno)
  expect(pages[0]).toContain('No transactions found!')
  expect((await bank.call(null, endpoints.downloadStatementPdf)).status).toBe(401)
  expect((await download(bank.bruno, { month: '2026-00' })).status).toBe(422)
})
