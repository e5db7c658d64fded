import { randomUUID } from 'node:crypto'
import { dayOf } from '@bank/contract/bank-day'
import { endpoints } from '@bank/contract/endpoints'
import { statusInWords } from '@bank/contract/statements/statement-words'
import type { StatementView } from '@bank/contract/statements/view'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { bookMovement } from '../../test/book-movement.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  // Far enough from UTC that a use of the machine's time zone would fail. The tests begin on November 22nd, 1:00 there.
  bank = await openTestBank({ timeZone: 'Pacific/Auckland' })
})
afterAll(() => bank.close())

const statement = (who: Person, query: Record<string, string> = {}) =>
  bank.call(who, endpoints.readStatement, { query })

const send = async (who: Person, amount: string) => {
  const form = transfer({ amount })
  await bank.call(who, endpoints.sendTransfer, { body: form })
  return form.transactionId
}

const setStatus = async (id: string, status: 'pending' | 'success' | 'failed') => {
  await bank.elevate(bank.clara)
  await bank.call(bank.clara, endpoints.setTransactionStatus, {
    params: { id },
    body: { changeId: randomUUID(), status, reason: 'Checked' },
  })
}

const figures = ({ opening, moneyIn, moneyOut, closing }: StatementView) => [
  opening,
  moneyIn,
  moneyOut,
  closing,
]
const shown = ({ lines }: StatementView) =>
  lines.map(({ type, amount, description, balance }) => [type, amount, description.slice(0, 12), balance])

test('a statement adds up from its opening to its closing balance, and shows returned money', async () => {
  const held = await send(bank.alice, '12.34')
  const returned = await send(bank.alice, '20.00')
  await setStatus(returned, 'failed')
  const { status, answer } = await statement(bank.alice)
  expect(status).toBe(200)
  expect(answer).toMatchObject({
    holder: 'Alice',
    accountNumber: bank.alice.account.number,
    accountType: 'checking',
    currency: 'USD',
    from: '2026-11-01',
    // The month is not over.
    to: '2026-11-22',
    asOf: '2026-11-22',
    timeZone: 'Pacific/Auckland',
    inTransit: '12.34',
  })
  expect(figures(answer)).toEqual(['0.00', '120.00', '32.34', '87.66'])
  expect(shown(answer)).toEqual([
    ['credit', '100.00', 'Account fund', '100.00'],
    ['debit', '12.34', 'Transfer to ', '87.66'],
    ['debit', '20.00', 'Transfer to ', '67.66'],
    ['credit', '20.00', 'Returned: Tr', '87.66'],
  ])
  expect(answer.lines.map(({ status }) => status)).toEqual(['success', 'pending', 'failed', 'failed'])
  expect(answer.lines.map(statusInWords)).toEqual(['success', 'pending', 'failed', 'returned'])
  expect(answer.lines[1]!.transactionId).toBe(held)
})

const remo = {
  accountName: 'Remo',
  accountNumber: '1234567890',
  bankName: 'Truepenny',
  bankAddress: '1 Main Street',
  swiftCode: 'TRUEUS33',
  routingNumber: '011000015',
}

test('the effect of a status change is described on both sides', async () => {
  const [sender, receiver] = [
    await bank.openAccount('Sadia', { amountMinor: 50_00n }),
    await bank.openAccount('Remo'),
  ]
  const { clock } = bank.bank
  const names = { beneficiary: remo, creditDetail: 'Sadia' }
  const sides = { from: sender.account.id, to: receiver.account.id }
  const facts = { ...sides, ...names, amountMinor: 10_00n, madeBy: sender.userId }
  const id = await bookMovement(bank.bank, { kind: 'transfer_inside', ...facts })
  for (const status of ['failed', 'success', 'failed'] as const) await setStatus(id, status)
  expect(clock()).toBe(bank.clock.now().getTime())
  const sent = (await statement(sender)).answer.lines
  expect(sent.map(({ description }) => description.replace(/, 1234567890.*/, ''))).toEqual([
    'Account funded',
    'Transfer to Remo',
    'Returned: Transfer to Remo',
    'Sent again: Transfer to Remo',
    'Returned: Transfer to Remo',
  ])
  expect(sent.map(statusInWords)).toEqual(['success', 'failed', 'returned', 'failed', 'returned'])
  const { lines } = (await statement(receiver)).answer
  expect(lines.map(({ description }) => description)).toEqual([
    'Transfer from Sadia',
    'Taken back: Transfer from Sadia',
    'Received: Transfer from Sadia',
    'Taken back: Transfer from Sadia',
  ])
  expect(lines.map(statusInWords)).toEqual(['failed', 'taken back', 'failed', 'taken back'])
  expect(lines.map(({ counterparty }) => counterparty)).toEqual(['Sadia', 'Sadia', 'Sadia', 'Sadia'])
})

test('a period has the bank’s days, and its opening balance is the closing balance of the period before', async () => {
  const paula = await bank.openAccount('Paula', { amountMinor: 30_00n })
  // It is 1 o'clock on the 22nd in Auckland, where the bank is, and still the 21st in Greenwich.
  await send(paula, '1.00')
  bank.clock.pass(23 * 60 - 1)
  // Her session has ended in the meantime.
  paula.cookies.clear()
  await send(paula, '2.00')
  bank.clock.pass(1)
  await send(paula, '4.00')
  const on = async (from: string, to = from) => (await statement(paula, { from, to })).answer
  expect(figures(await on('2026-11-21'))).toEqual(['0.00', '0.00', '0.00', '0.00'])
  expect(figures(await on('2026-11-22'))).toEqual(['0.00', '30.00', '3.00', '27.00'])
  expect(figures(await on('2026-11-23'))).toEqual(['27.00', '0.00', '4.00', '23.00'])
  expect(figures(await on('2026-11-22', '2026-11-23'))).toEqual(['0.00', '30.00', '7.00', '23.00'])
  expect(figures(await on('2026-11-24', '2027-01-31'))).toEqual(['23.00', '0.00', '0.00', '23.00'])
  expect(figures((await statement(paula, { month: '2026-12' })).answer)).toEqual([
    '23.00',
    '0.00',
    '0.00',
    '23.00',
  ])
  expect((await on('2026-11-24')).lines).toEqual([])
  // It is the 23rd: a period ends today at the latest, unless all of it is to come.
  const ends = async (from: string, to: string) => {
    const { to: end, asOf } = await on(from, to)
    return [end, asOf]
  }
  expect(await ends('2026-11-01', '2026-11-22')).toEqual(['2026-11-22', null])
  expect(await ends('2026-11-01', '2026-11-23')).toEqual(['2026-11-23', '2026-11-23'])
  expect(await ends('2026-11-01', '2027-01-31')).toEqual(['2026-11-23', '2026-11-23'])
  expect(await ends('2026-11-24', '2027-01-31')).toEqual(['2027-01-31', '2026-11-23'])
})

test('the whole history is from the opening of the account to today, in every format', async () => {
  const hugo = await bank.openAccount('Hugo', { amountMinor: 30_00n })
  const openedOn = (await statement(hugo, { period: 'all' })).answer.from
  await send(hugo, '1.00')
  bank.clock.pass(40 * 24 * 60)
  hugo.cookies.clear()
  await send(hugo, '2.00')
  const { answer } = await statement(hugo, { period: 'all', limit: '2' })
  const today = dayOf(bank.clock.now(), 'Pacific/Auckland')
  expect([answer.from, answer.to, answer.total]).toEqual([openedOn, today, 3])
  expect(today > openedOn).toBe(true)
  expect(figures(answer)).toEqual(['0.00', '30.00', '3.00', '27.00'])
  expect((await bank.call(hugo, endpoints.readMe)).answer.account.balance).toBe(answer.closing)
  const rest = await statement(hugo, { period: 'all', limit: '2', cursor: answer.nextCursor! })
  expect([...shown(answer), ...shown(rest.answer)].map(([, amount]) => amount)).toEqual([
    '30.00',
    '1.00',
    '2.00',
  ])
  for (const [endpoint, ending] of [
    [endpoints.downloadStatementCsv, 'csv'],
    [endpoints.downloadStatementOfx, 'ofx'],
    [endpoints.downloadStatementPdf, 'pdf'],
  ] as const) {
    const file = await bank.call(hugo, endpoint, { query: { period: 'all' } })
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="truepenny-${hugo.account.number.slice(-4)}-statement-${openedOn}-to-${today}.${ending}"`,
    )
  }
})

test('the whole history opens with zero, also when an entry is dated before the account', async () => {
  const early = await bank.openAccount('Early', { amountMinor: 5_00n })
  const owner = new pg.Client(bank.ownerAddress)
  await owner.connect()
  await owner.query(`update accounts set opened_at = opened_at + interval '3 days' where id = $1`, [
    early.account.id,
  ])
  await owner.end()
  bank.clock.pass(4 * 24 * 60)
  early.cookies.clear()
  const { answer } = await statement(early, { period: 'all' })
  expect([answer.total, ...figures(answer)]).toEqual([1, '0.00', '5.00', '0.00', '5.00'])
})

test('the pages of a statement have every line once, also while more is booked', async () => {
  const pia = await bank.openAccount('Pia', { amountMinor: 100_00n })
  for (let times = 0; times < 6; times++) await send(pia, '1.00')
  const page = async (cursor?: string) =>
    (await statement(pia, { limit: '3', ...(cursor !== undefined && { cursor }) })).answer
  const first = await page()
  await send(pia, '1.00')
  const second = await page(first.nextCursor!)
  const third = await page(second.nextCursor!)
  expect([first, second, third].flatMap(({ lines }) => lines.map(({ seq }) => seq))).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
  ])
  expect([first, second, third].map(({ firstRow, total }) => [firstRow, total])).toEqual([
    [1, 7],
    [4, 8],
    [7, 8],
  ])
  expect([first.previousCursor, third.nextCursor]).toEqual([null, null])
  expect(await page(third.previousCursor!)).toEqual(second)
  expect((await statement(pia, { cursor: '9' })).status).toBe(400)
  expect((await statement(pia, { cursor: '-1' })).status).toBe(422)
})

test('an account without entries has a statement of zeroes, and each customer sees only their own', async () => {
  const other = await statement(bank.bruno, { accountNumber: bank.alice.account.number })
  expect(other.problem.errors?.[0]?.detail).toBe('Unknown query parameter: accountNumber')
  const { answer } = await statement(bank.bruno)
  expect([answer.holder, answer.total, ...figures(answer)]).toEqual([
    'Bruno',
    0,
    '0.00',
    '0.00',
    '0.00',
    '0.00',
  ])
  const visitor = await bank.call(null, endpoints.readStatement)
  expect(visitor.status).toBe(401)
})

test('an invalid period is refused with a message on its field', async () => {
  const refused = async (query: Record<string, string>) => {
    const { status, problem } = await statement(bank.bruno, query)
    expect(status).toBe(422)
    return problem.errors.map(({ pointer, detail }) => `${pointer} ${detail}`)
  }
  expect(await refused({ from: '2026-03-02', to: '2026-03-01' })).toEqual([
    '/to “To” must not be before “From”',
  ])
  expect(await refused({ from: '9999-99-99', to: '2026-03-01' })).toEqual(['/from Enter a real date'])
  expect(await refused({ from: '2026-02-01', to: '2026-02-29' })).toEqual(['/to Enter a real date'])
  expect(await refused({ from: '1926-01-01', to: '2026-01-01' })).toEqual([
    '/to A statement covers at most 10 years',
  ])
  expect(await refused({ from: '2026-01-01' })).toEqual(['/to Enter the last day'])
  expect(await refused({ to: '2026-01-01' })).toEqual(['/from Enter the first day'])
  expect(await refused({ month: '2026-13' })).toEqual(['/month Choose a real month'])
  expect(await refused({ month: '2026-01', from: '2026-01-01', to: '2026-01-02' })).toEqual([
    '/month Choose a month, or a first and a last day',
  ])
  for (const query of [{ period: 'ever' }, { period: 'all', month: '2026-01' }, { period: '' }]) {
    expect(await refused(query)).toEqual([
      '/period Choose all transactions, a month, or a first and a last day',
    ])
  }
  expect(await refused({ month: 'x'.repeat(1_000_000) })).toEqual(['/month Choose a real month'])
  expect((await statement(bank.bruno, { from: '2016-01-01', to: '2025-12-31' })).status).toBe(200)
})

test('a statement that does not add up is never issued', async () => {
  const mallory = await bank.openAccount('Mallory', { amountMinor: 100_00n })
  await send(mallory, '1.00')
  const owner = new pg.Client(bank.ownerAddress)
  await owner.connect()
  await owner.query('alter table entries disable trigger entries_are_written_once')
  const alter = (change: string) =>
    owner.query(`update entries set ${change} where ledger_account_id = $1 and seq = 1`, [mallory.account.id])
  for (const [change, back] of [
    ['amount_minor = amount_minor + 1', 'amount_minor = amount_minor - 1'],
    ['balance_minor = balance_minor + 1', 'balance_minor = balance_minor - 1'],
  ]) {
    await alter(change!)
    const { status, problem } = await statement(mallory)
    expect([status, problem.code]).toEqual([500, 'statement_unreconciled'])
    await alter(back!)
  }
  await owner.end()
  expect((await statement(mallory)).status).toBe(200)
})
