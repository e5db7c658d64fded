import { endpoints } from '@bank/contract/endpoints'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

type Row = Record<
  'Date' | 'Description' | 'Type' | 'Money in' | 'Money out' | 'Balance' | 'Status' | 'Transaction ID',
  string
>

async function download(who: Person, query: Record<string, string> = {}) {
  const reply = await bank.call(who, endpoints.downloadStatementCsv, { query })
  const bytes = reply.answer as unknown as Uint8Array
  const rows: Row[] = reply.status === 200 ? parse(Buffer.from(bytes), { bom: true, columns: true }) : []
  return { ...reply, rows }
}

const minor = (text: string) => BigInt((text || '0.00').replace('.', ''))

test('the lines of a CSV statement add up to the cent', async () => {
  for (const amount of ['0.01', '12.30', '7.77']) {
    await bank.call(bank.alice, endpoints.sendTransfer, { body: transfer({ amount }) })
  }
  const { status, headers, rows } = await download(bank.alice, { from: '2026-11-01', to: '2026-11-21' })
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'attachment; filename="statement-2026-11-01-to-2026-11-21.csv"',
  ])
  expect(rows[0]).toMatchObject({ Date: '2026-11-01', Description: 'Opening balance', Balance: '0.00' })
  expect(rows.at(-1)).toMatchObject({ Date: '2026-11-21', Description: 'Balance now', Balance: '79.92' })
  let balance = minor(rows[0]!.Balance)
  for (const row of rows.slice(1, -1)) {
    balance += minor(row['Money in']) - minor(row['Money out'])
    expect(minor(row.Balance)).toBe(balance)
  }
  expect([rows.length, balance]).toEqual([6, minor('79.92')])
  const { answer } = await bank.call(bank.alice, endpoints.readStatement)
  expect(rows.slice(1, -1).map((row) => row['Transaction ID'])).toEqual(
    answer.lines.map(({ transactionId }) => transactionId),
  )
})

test('a customer’s text in a CSV statement is neither run as a formula, split into lines nor changed', async () => {
  const mail = await bank.openAccount('Formula', { amountMinor: 100_00n })
  const names = ['=HYPERLINK("http://evil.example")', 'Ольга "O, Π" 🙂', 'مريم']
  for (const account_name of names) {
    await bank.call(mail, endpoints.sendTransfer, { body: transfer({ account_name, amount: '1.00' }) })
  }
  const { rows } = await download(mail)
  for (const [at, name] of names.entries()) {
    expect(rows[at + 2]!.Description).toMatch(/^Transfer to /)
    expect(rows[at + 2]!.Description).toContain(name)
  }
  const cells = rows.flatMap((row) => Object.values(row))
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
})

test('each user has one download at a time', async () => {
  const eager = await bank.openAccount('Eager', { amountMinor: 1_00n })
  const end = bank.bank.filesUnderWay.begin(eager.userId)
  const second = await download(eager)
  expect([second.status, second.problem.code]).toEqual([429, 'export_under_way'])
  expect((await download(bank.alice)).status).toBe(200)
  end()
  expect((await download(eager)).status).toBe(200)
  // The first download ends once it has arrived.
  expect((await download(eager)).status).toBe(200)
  expect(bank.bank.filesUnderWay.count()).toBe(0)
})

test('an invalid period is refused with a message, and a visitor gets no statement', async () => {
  const { status, problem } = await download(bank.bruno, { from: '9999-99-99', to: '9999-99-99' })
  expect([status, problem.errors.map(({ pointer }) => pointer)]).toEqual([422, ['/from']])
  const century = await download(bank.bruno, { from: '1926-01-01', to: '2025-12-31' })
  expect(century.status).toBe(422)
  expect((await bank.call(null, endpoints.downloadStatementCsv)).status).toBe(401)
  expect(bank.bank.filesUnderWay.count()).toBe(0)
})

test('a user may download 60 statements an hour', async () => {
  const hoarder = await bank.openAccount('Hoarder')
  const statuses: number[] = []
  for (let times = 0; times < 61; times++) statuses.push((await download(hoarder)).status)
  expect(statuses).toEqual([...Array(60).fill(200), 429])
})
