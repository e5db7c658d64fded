import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { formatMinor } from '@bank/ledger/money'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { bookMovement } from '../../test/book-movement.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

async function download(who: Person, query: Record<string, string> = {}) {
  const reply = await bank.call(who, endpoints.downloadHistory, { query })
  const bytes = reply.answer as unknown as Uint8Array
  const rows: Record<string, string>[] =
    reply.status === 200 ? parse(Buffer.from(bytes), { bom: true, columns: true }) : []
  return { ...reply, rows }
}

test('a filtered history is downloaded newest first, as in the list', async () => {
  for (const [account_name, amount] of [
    ['=Zebra()', '0.01'],
    ['Zebra Rent', '12.30'],
    ['Somebody', '5.00'],
  ] as const) {
    const body = transfer({ account_name, amount, reference: account_name })
    await bank.call(bank.alice, endpoints.sendTransfer, { body })
  }
  const { headers, rows } = await download(bank.alice, { q: 'zebra', type: 'debit' })
  expect([headers['content-type'], headers['content-disposition']]).toEqual([
    'text/csv; charset=utf-8',
    `attachment; filename="truepenny-${bank.alice.account.number.slice(-4)}-transactions-2026-11-21.csv"`,
  ])
  const query = { q: 'zebra', type: 'debit' }
  const { answer } = await bank.call(bank.alice, endpoints.listTransactions, { query })
  const escaped: Record<string, string> = { '0.01': "'=Zebra()", '12.30': 'Zebra Rent' }
  expect(rows).toEqual(
    answer.transactions.map(({ id, amount, description, status }) => ({
      Date: '2026-11-21',
      Type: 'debit',
      Amount: amount,
      Currency: 'USD',
      Description: description,
      Status: status,
      'Transaction ID': id,
      Payee: escaped[amount],
      Time: '12:00:00',
      'Signed amount': `-${amount}`,
      Reference: escaped[amount],
      Balance: amount === '0.01' ? '99.99' : '87.69',
      Account: bank.alice.account.number,
      'Time zone': 'UTC',
    })),
  )
  expect(Object.keys(rows[0]!).slice(7)).toEqual([
    'Payee',
    'Time',
    'Signed amount',
    'Reference',
    'Balance',
    'Account',
    'Time zone',
  ])
  expect(rows).toHaveLength(2)
  const whole = (await download(bank.alice)).rows
  expect(whole).toHaveLength(4)
  expect(whole.find(({ Type }) => Type === 'credit')).toMatchObject({
    Payee: '',
    'Signed amount': '100.00',
    Reference: '',
    Balance: '100.00',
  })
  expect((await download(bank.alice, { status: 'failed' })).rows).toEqual([])
})

test('the signed amounts of a whole history add up to the balance, whatever the status of each transaction', async () => {
  const sender = await bank.openAccount('Sender', { amountMinor: 50_00n })
  const receiver = await bank.openAccount('Receiver')
  const inside = { account_number: receiver.account.number, bank_name: bank.bank.config.bankName }
  await bank.elevate(bank.clara)
  for (const [amount, status] of [
    ['1.00', 'success'],
    ['2.00', 'pending'],
    ['4.00', 'failed'],
  ] as const) {
    const sent = await bank.call(sender, endpoints.sendTransfer, { body: transfer({ ...inside, amount }) })
    const { status: answered } = await bank.call(bank.clara, endpoints.setTransactionStatus, {
      params: { id: sent.answer.id },
      body: { changeId: randomUUID(), status, reason: 'Checked' },
    })
    expect(answered).toBe(200)
  }
  for (const [who, amounts] of [
    [sender, ['4.00', '-4.00', '-2.00', '-1.00', '50.00']],
    [receiver, ['-4.00', '4.00', '-2.00', '2.00', '1.00']],
  ] as const) {
    const { rows } = await download(who)
    expect(rows.map((row) => row['Signed amount'])).toEqual(amounts)
    const sum = rows.reduce((total, row) => total + BigInt(row['Signed amount']!.replace('.', '')), 0n)
    const { answer } = await bank.call(who, endpoints.readMe)
    expect(formatMinor(sum)).toBe(answer.account.balance)
  }
})

test('a history longer than one read is complete, each transaction once', async () => {
  const busy = await bank.openAccount('Busy', { amountMinor: 100_000_00n })
  const cent = { kind: 'funding', to: busy.account.id, amountMinor: 1n, madeBy: bank.clara.userId } as const
  await Promise.all(Array.from({ length: 2_500 }, () => bookMovement(bank.bank, cent)))
  const { rows } = await download(busy)
  expect([rows.length, new Set(rows.map((row) => row['Transaction ID'])).size]).toEqual([2501, 2501])
})

test('a download of a history needs a session and valid filters, and has the caller’s transactions only', async () => {
  expect((await download(bank.bruno)).rows).toEqual([])
  expect((await bank.call(newVisitor(), endpoints.downloadHistory)).status).toBe(401)
  expect((await download(bank.alice, { from: '2026-02-30' })).status).toBe(422)
})
