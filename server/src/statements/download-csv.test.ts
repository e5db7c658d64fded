import { endpoints } from '@bank/contract/endpoints'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'
import { cookieHeader } from '../../test/cookie-fetch.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
let address: string
beforeAll(async () => {
  bank = await openTestBank()
  address = await bank.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => bank.close())

const columns = [
  'Date',
  'Description',
  'Type',
  'Money in',
  'Money out',
  'Balance',
  'Status',
  'Transaction ID',
  'Payee',
  'Time',
  'Signed amount',
  'Reference',
  'Time zone',
] as const

type Row = Record<(typeof columns)[number], string>

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
    `attachment; filename="truepenny-${bank.alice.account.number.slice(-4)}-statement-2026-11-01-to-2026-11-21.csv"`,
  ])
  expect(rows[0]).toMatchObject({ Date: '2026-11-01', Description: 'Opening balance', Balance: '0.00' })
  expect(rows.at(-1)).toMatchObject({ Date: '2026-11-21', Description: 'Balance now', Balance: '79.92' })
  let balance = minor(rows[0]!.Balance)
  for (const row of rows.slice(1, -1)) {
    balance += minor(row['Money in']) - minor(row['Money out'])
    expect(minor(row.Balance)).toBe(balance)
  }
  expect([rows.length, balance]).toEqual([6, minor('79.92')])
  const sum = rows.reduce((total, row) => total + minor(row['Signed amount']), 0n)
  expect([sum, rows[2]!['Signed amount'], rows[2]!['Time zone']]).toEqual([balance, '-0.01', 'UTC'])
  const { answer } = await bank.call(bank.alice, endpoints.readStatement)
  expect(rows.slice(1, -1).map((row) => row['Transaction ID'])).toEqual(
    answer.lines.map(({ transactionId }) => transactionId),
  )
})

test('a customer’s text in a CSV statement is neither run as a formula, split into lines nor changed', async () => {
  const mail = await bank.openAccount('Formula', { amountMinor: 100_00n })
  const names = ['=HYPERLINK("http://evil.example")', 'Ольга "O, Π" 🙂', 'مريم']
  for (const account_name of names) {
    const body = transfer({ account_name, reference: account_name, amount: '1.00' })
    await bank.call(mail, endpoints.sendTransfer, { body })
  }
  const { rows } = await download(mail)
  for (const [at, name] of names.entries()) {
    expect(rows[at + 2]!.Description).toMatch(/^Transfer to /)
    expect(rows[at + 2]!.Description).toContain(name)
    const escaped = name.startsWith('=') ? `'${name}` : name
    expect([rows[at + 2]!.Payee, rows[at + 2]!.Reference]).toEqual([escaped, escaped])
  }
  const cells = rows.flatMap(({ 'Signed amount': signed, ...texts }) => {
    expect(signed).toMatch(/^(-?\d+\.\d\d)?$/)
    return Object.values(texts)
  })
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
})

test('a CSV statement has its new columns at the end: the counterparty, the time of the bank’s day, a signed amount, the reference', async () => {
  const ida = await bank.openAccount('Ida', { amountMinor: 100_00n })
  const jon = await bank.openAccount('Jon')
  const body = transfer({
    account_name: 'Jonathan',
    account_number: jon.account.number,
    bank_name: 'Truepenny',
    amount: '40.00',
    reference: '+1 dinner',
  })
  await bank.call(ida, endpoints.sendTransfer, { body })
  const { rows } = await download(ida)
  expect(Object.keys(rows[0]!)).toEqual(columns)
  const added = ({ Payee, Time, 'Signed amount': signed, Reference }: Row) => [Payee, Time, signed, Reference]
  expect(rows.map(added)).toEqual([
    ['', '', '', ''],
    ['', '12:00:00', '100.00', ''],
    ['Jonathan', '12:00:00', '-40.00', "'+1 dinner"],
    ['', '', '', ''],
  ])
  const received = (await download(jon)).rows[1]!
  expect(added(received)).toEqual(['Ida', '12:00:00', '40.00', "'+1 dinner"])
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

/** Downloads begun over real connections: each has its headings, and its lines when `release` is called. */
async function begin(people: readonly Person[], signal: AbortSignal | null = null) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  void bank.bank.filesUnderWay.inTurn(() => released)
  const answers = await Promise.all(
    people.map(async (person) => {
      await bank.call(person, endpoints.readMe)
      const headers = { cookie: cookieHeader(person) }
      return fetch(`${address}/api/statement.csv`, { headers, signal })
    }),
  )
  return { answers, release }
}

test('a download whose session ends is cut off: the file is not shorter, it is broken', async () => {
  const guest = await bank.openAccount('Guest', { amountMinor: 1_00n })
  const { answers, release } = await begin([guest])
  await bank.call(guest, endpoints.signOut)
  release()
  expect(answers[0]!.status).toBe(200)
  await expect(answers[0]!.text()).rejects.toThrow('terminated')
  expect(bank.bank.filesUnderWay.count()).toBe(0)
})

test('a download goes on while its session gets new cookies', async () => {
  const guest = await bank.openAccount('Careful', { amountMinor: 1_00n })
  const { answers, release } = await begin([guest])
  const first = guest.cookies.get('sid')
  for (const _ of [1, 2]) {
    bank.clock.pass(11)
    expect((await bank.call(guest, endpoints.confirmSession, { body: { password } })).status).toBe(201)
  }
  expect(guest.cookies.get('sid')).not.toBe(first)
  release()
  expect(await answers[0]!.text()).toContain('1.00')
})

test('a download that is given up in the middle lets the next one begin at once', async () => {
  const hasty = await bank.openAccount('Hasty', { amountMinor: 1_00n })
  const controller = new AbortController()
  const { release } = await begin([hasty], controller.signal)
  expect((await download(hasty)).problem.code).toBe('export_under_way')
  controller.abort()
  // The other end of the connection hears of it a moment later.
  await vi.waitFor(() => expect(bank.bank.filesUnderWay.count()).toBe(0))
  // Its lines are still held back.
  const next = download(hasty)
  release()
  expect((await next).rows.at(-1)!.Balance).toBe('1.00')
})

test('ten customers download at once, and each gets a whole file', async () => {
  const people = await Promise.all(
    Array.from({ length: 10 }, (_, at) => bank.openAccount(`Crowd${at}`, { amountMinor: BigInt(100 + at) })),
  )
  const { answers, release } = await begin(people)
  expect(bank.bank.filesUnderWay.count()).toBe(10)
  release()
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  const closings = texts.map((text) => (parse(text, { bom: true, columns: true }) as Row[]).at(-1)!.Balance)
  expect(closings).toEqual(people.map((_, at) => `1.0${at}`))
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
