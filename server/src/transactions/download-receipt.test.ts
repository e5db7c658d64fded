import { randomUUID } from 'node:crypto'
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

async function download(who: Person | null, id: string) {
  const reply = await bank.call(who, endpoints.downloadReceipt, { params: { id } })
  if (reply.status !== 200) return { ...reply, pages: [] as string[] }
  const { text } = await extractText(await getDocumentProxy(reply.answer as unknown as Uint8Array))
  return { ...reply, pages: text.map((page) => page.replace(/\s+/g, ' ')) }
}

async function send(who: Person, fields: Parameters<typeof transfer>[0]) {
  const body = transfer(fields)
  await bank.call(who, endpoints.sendTransfer, { body })
  return body.transactionId
}

test('a receipt names the bank, the amount, both sides and the status, also after the money was returned', async () => {
  const id = await send(bank.alice, { amount: '12.34', account_name: 'Ольга & Söhne' })
  const { headers, pages } = await download(bank.alice, id)
  expect([headers['content-type'], headers['content-disposition']]).toEqual([
    'application/pdf',
    `attachment; filename="receipt-${id}.pdf"`,
  ])
  expect(pages).toHaveLength(1)
  const { number } = bank.alice.account
  for (const words of [
    'Truepenny Alice Quay Street 1 28195 Bremen Germany',
    'Transfer receipt November 21, 2026 at 12:00 PM UTC',
    'Amount $12.34 Status pending',
    'This receipt does not prove that it has arrived.',
    `From Alice, ${number}, Truepenny`,
    'To Ольга & Söhne',
    'Account number 1234567890',
    'Bank First Harbour Bank, 1 Quay Street, Boston',
    'SWIFT code FHBKUS33',
    'Routing number / IBAN 011000015',
    `Transaction ID ${id}`,
    'Page 1 of 1',
  ]) {
    expect(pages[0]).toContain(words)
  }

  await bank.elevate(bank.clara)
  const body = { changeId: randomUUID(), status: 'failed' as const, reason: 'Returned' }
  await bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id }, body })
  const [after] = (await download(bank.alice, id)).pages
  expect(after).toContain('Status failed')
  expect(after).toContain('The transfer did not arrive, and the money is back in the account.')
})

test('the receipts of a transfer inside the bank have its reference, the sender’s the masked name of the holder, and the receiver’s the sender’s name', async () => {
  const renata = await bank.openAccount('Renata Münch')
  const id = await send(bank.alice, {
    amount: '2.00',
    account_name: 'Anna Berg',
    account_number: renata.account.number,
    bank_name: 'Truepenny',
    reference: 'Invoice 4711, "Ü"',
  })
  const reference = `Reference Invoice 4711, "Ü" Transaction ID ${id}`
  const [sent] = (await download(bank.alice, id)).pages
  expect(sent).toContain(`To Anna Berg Account number ${renata.account.number}`)
  expect(sent).toContain('Account holder at this bank R••• M•••')
  expect(sent).toContain(reference)
  const [page] = (await download(renata, id)).pages
  for (const words of [
    'Transaction receipt',
    'Amount $2.00 Status success',
    'The money is in the account.',
    `From Alice To Renata Münch, ${renata.account.number}, Truepenny Description Transfer from Alice`,
    reference,
  ]) {
    expect(page).toContain(words)
  }
  expect(page).not.toContain(bank.alice.account.number)
  expect(page).not.toContain('•••')
})

test('a receipt of another customer’s transaction is not found, and a visitor gets none', async () => {
  const id = await send(bank.alice, { amount: '1.00' })
  const other = await download(bank.bruno, id)
  expect([other.status, other.problem.code]).toEqual([404, 'transaction_not_found'])
  const malformed = await download(bank.bruno, 'none')
  expect([malformed.status, malformed.problem.detail]).toEqual([400, 'Transaction ID is required'])
  expect((await download(null, id)).status).toBe(401)
  // A refusal does not count as a download under way.
  expect(bank.bank.filesUnderWay.count()).toBe(0)
  const end = bank.bank.filesUnderWay.begin(bank.alice.userId)
  expect((await download(bank.alice, id)).problem.code).toBe('export_under_way')
  end()
})
