import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ timeZone: 'Pacific/Auckland' })
})
afterAll(() => bank.close())

const page = (who: Person, query: Record<string, string>) =>
  bank.call(who, endpoints.listTransactions, { query })

async function send(who: Person, form: Parameters<typeof transfer>[0]): Promise<string> {
  const sent = transfer(form)
  bank.clock.pass(0.5)
  const { status } = await bank.call(who, endpoints.sendTransfer, { body: sent })
  expect(status).toBe(201)
  return sent.transactionId
}

async function found(who: Person, query: Record<string, string>): Promise<string[]> {
  const { status, answer } = await page(who, query)
  expect(status).toBe(200)
  expect(answer.total).toBe(answer.transactions.length)
  return answer.transactions.map(({ id }) => id)
}

async function refusalsOf(query: Record<string, string>) {
  const { status, problem } = await page(bank.alice, query)
  return [status, problem.errors]
}

test('a search finds any part of a description in any alphabet, ignoring case', async () => {
  const dora = await bank.openAccount('Dora', { amountMinor: 100_00n })
  const percent = await send(dora, { account_name: '50% Club' })
  const underscore = await send(dora, { account_name: 'A_B Traders' })
  const plain = await send(dora, { account_name: 'AxB Traders' })
  const sharp = await send(dora, { account_name: 'Łódź Straßenbau' })
  const script = await send(dora, { account_name: "<script>alert('x')</script>" })
  expect(await found(dora, { q: '0% c' })).toEqual([percent])
  expect(await found(dora, { q: '%' })).toEqual([percent])
  expect(await found(dora, { q: 'a_b' })).toEqual([underscore])
  expect(await found(dora, { q: 'TRADERS' })).toEqual([plain, underscore])
  expect(await found(dora, { q: 'łÓDŹ sTRAß' })).toEqual([sharp])
  expect(await found(dora, { q: "'X')<" })).toEqual([script])
  expect(await found(dora, { q: '\\' })).toEqual([])
  expect(await found(dora, { q: "' or true --" })).toEqual([])
  expect(await found(dora, { q: 'account funded' })).toHaveLength(1)
})

test('a search for a number finds amounts as they are written anywhere, and texts', async () => {
  const hugo = await bank.openAccount('Hugo', { amountMinor: 2_000_00n })
  const even = await send(hugo, { amount: '980.00' })
  const odd = await send(hugo, { amount: '98.05' })
  const named = await send(hugo, { amount: '1.00', account_name: 'Flat 980' })
  await send(hugo, { amount: '9.80' })
  expect(await found(hugo, { q: '980' })).toEqual([named, even])
  for (const q of ['980.', '$980', '980.00', '-980.00', '-$980.00', '980,00'])
    expect(await found(hugo, { q })).toEqual([even])
  expect(await found(hugo, { q: '98.0' })).toEqual([odd])
  expect(await found(hugo, { q: '2,000.00' })).toHaveLength(1)
  expect(await found(hugo, { q: '+$2,000' })).toHaveLength(1)
  expect(await found(hugo, { q: '-$2,000' })).toEqual([])
  expect(await found(hugo, { q: '980.00', type: 'credit' })).toEqual([])
  expect(await found(hugo, { q: '-980.00', type: 'credit' })).toEqual([])
  expect(await found(hugo, { q: '980', minAmount: '100' })).toEqual([even])
})

test('a search finds the payee, the payer and an account number, also written in groups', async () => {
  const [ida, jonas] = [
    await bank.openAccount('Ida Brandt', { amountMinor: 100_00n }),
    await bank.openAccount('Jonas'),
  ]
  const { number } = jonas.account
  const inside = await send(ida, { account_name: 'Jonas', account_number: number, bank_name: 'Truepenny' })
  const outside = await send(ida, { account_name: 'Karla', routing_number: 'DE89370400440532013000' })
  expect(await found(ida, { q: 'karla' })).toEqual([outside])
  expect(await found(ida, { q: 'de89 3704 0044' })).toEqual([outside])
  expect(await found(ida, { q: number })).toEqual([inside])
  expect(await found(ida, { q: number.replace(/(...)(...)$/, ' $1 $2') })).toEqual([inside])
  expect(await found(jonas, { q: 'brandt' })).toEqual([inside])
  const views = await Promise.all([ida, jonas].map((who) => page(who, { q: 'transfer' })))
  expect(views.map(({ answer }) => answer.transactions.at(-1)?.counterparty)).toEqual(['Jonas', 'Ida Brandt'])
})

test('the pages of a search have one total', async () => {
  const lena = await bank.openAccount('Lena', { amountMinor: 100_00n })
  const sent: string[] = []
  for (const reference of ['Rent for MAY', 'May flowers', 'june', 'Dismay']) {
    sent.unshift(await send(lena, { reference }))
  }
  const wanted = [sent[0], sent[2], sent[3]]
  const { answer: first } = await page(lena, { q: 'may', limit: '2' })
  const { answer: second } = await page(lena, { q: 'may', limit: '2', cursor: first.nextCursor! })
  expect([first, second].map(({ total, firstRow }) => [total, firstRow])).toEqual([
    [3, 1],
    [3, 3],
  ])
  expect([...first.transactions, ...second.transactions].map(({ id }) => id)).toEqual(wanted)
  expect(second.nextCursor).toBeNull()
})

test('a search finds a part of a reference on both sides, ignoring case', async () => {
  const [lars, mona] = [
    await bank.openAccount('Lars', { amountMinor: 100_00n }),
    await bank.openAccount('Mona'),
  ]
  const inside = { account_number: mona.account.number, bank_name: 'Truepenny' }
  const invoice = await send(lars, { ...inside, reference: 'Invoice 47 Łódź, 100%' })
  await send(lars, { ...inside, reference: 'Rent' })
  await send(lars, { reference: '' })
  for (const q of ['INVOICE 47', 'łódź', '100%']) {
    expect([await found(lars, { q }), await found(mona, { q })]).toEqual([[invoice], [invoice]])
  }
  expect(await found(mona, { q: 'invoice', type: 'debit' })).toEqual([])
})

test('a search finds a part of the searcher’s own note, ignoring case, and never the other side’s', async () => {
  const [nora, olaf] = [
    await bank.openAccount('Nora', { amountMinor: 100_00n }),
    await bank.openAccount('Olaf'),
  ]
  const id = await send(nora, { account_number: olaf.account.number, bank_name: 'Truepenny' })
  const other = await send(nora, {})
  for (const [who, note] of [
    [nora, 'Łódź trip,\n100% mine'],
    [olaf, 'Owed since May'],
  ] as const) {
    await bank.call(who, endpoints.writeNote, { params: { id }, body: { note } })
  }
  await bank.call(nora, endpoints.writeNote, { params: { id: other }, body: { note: 'Rent' } })
  for (const q of ['łódź TRIP', '100% m']) expect(await found(nora, { q })).toEqual([id])
  expect(await found(nora, { q: 'owed' })).toEqual([])
  expect(await found(olaf, { q: 'owed since' })).toEqual([id])
})

test('a search for a day finds the rows of that day in the bank’s time zone', async () => {
  const pia = await bank.openAccount('Pia', { amountMinor: 100_00n })
  const sent = await send(pia, {})
  const [year, month, day] = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' })
    .format(bank.clock.now())
    .split('-')
  for (const q of [`${year}-${month}-${day}`, `${month}/${day}/${year}`, `${day}.${month}.${year}`]) {
    expect(await found(pia, { q, type: 'debit' })).toEqual([sent])
  }
  expect(await found(pia, { q: `${month}/${day}/${Number(year) - 1}` })).toEqual([])
})

test('type, status and amounts select, alone and together, and both ends of a range belong to it', async () => {
  const emil = await bank.openAccount('Emil', { amountMinor: 100_00n })
  const small = await send(emil, { amount: '9.99' })
  const middle = await send(emil, { amount: '10.00' })
  const large = await send(emil, { amount: '20.00' })
  await bank.elevate(bank.clara)
  const changeId = transfer().transactionId
  await bank.call(bank.clara, endpoints.setTransactionStatus, {
    params: { id: middle },
    body: { status: 'failed', changeId, reason: 'Returned' },
  })
  expect(await found(emil, { type: 'debit' })).toEqual([large, middle, small])
  const [returned, ...others] = await found(emil, { type: 'credit' })
  expect([returned, others.length]).toEqual([changeId, 1])
  expect(await found(emil, { status: 'failed' })).toEqual([changeId, middle])
  expect(await found(emil, { minAmount: '10.00', maxAmount: '20.00' })).toEqual([changeId, large, middle])
  expect(await found(emil, { minAmount: '10.01', type: 'debit' })).toEqual([large])
  expect(await found(emil, { maxAmount: '10', status: 'pending' })).toEqual([small])
  // More than any account can hold.
  expect(await found(emil, { maxAmount: '99999999999999999999999' })).toHaveLength(5)
  expect(await found(emil, { minAmount: '99999999999999999999999' })).toEqual([])
})

test('the days of a filter are those of the bank’s time zone, both included', async () => {
  const flora = await bank.openAccount('Flora', { amountMinor: 100_00n })
  const day = (moment: Date) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(moment)
  const before = await send(flora, {})
  const eve = day(bank.clock.now())
  while (day(bank.clock.now()) === eve) bank.clock.pass(1)
  // The day has just begun in Auckland; in UTC it is noon of the day before. The session has expired by then.
  flora.cookies.clear()
  const after = await send(flora, {})
  const morning = day(bank.clock.now())
  expect(bank.clock.now().toISOString().slice(0, 10)).not.toBe(morning)
  expect(await found(flora, { from: morning })).toEqual([after])
  expect(await found(flora, { to: eve, type: 'debit' })).toEqual([before])
  expect(await found(flora, { from: eve, to: eve, type: 'debit' })).toEqual([before])
  expect(await found(flora, { from: eve, to: morning, type: 'debit' })).toEqual([after, before])
  expect(await found(flora, { from: '1900-01-01', to: '2999-12-31' })).toHaveLength(3)
})

test('the pages of a selection have no gap and no repeat while new transactions arrive', async () => {
  const gerd = await bank.openAccount('Gerd', { amountMinor: 100_00n })
  const wanted: string[] = []
  for (let times = 0; times < 5; times++) {
    wanted.unshift(await send(gerd, { amount: '2.00' }))
    await send(gerd, { amount: '1.00' })
  }
  const seen: string[] = []
  let cursor: string | null = null
  const numbers: number[] = []
  do {
    const query = { minAmount: '2', type: 'debit', limit: '2', ...(cursor && { cursor }) }
    const { answer } = await page(gerd, query)
    seen.push(...answer.transactions.map(({ id }) => id))
    numbers.push(answer.firstRow)
    cursor = answer.nextCursor
    await send(gerd, { amount: '2.00' })
  } while (cursor)
  expect(seen).toEqual(wanted)
  expect(numbers).toEqual([1, 3, 5])
})

test('a search never finds other customers’ transactions', async () => {
  const secret = await send(bank.alice, { account_name: 'Alice’s Notary' })
  for (const query of [{ q: 'notary' }, { status: 'pending' }, { minAmount: '0.01' }, { type: 'debit' }]) {
    expect(await found(bank.bruno, query)).toEqual([])
  }
  expect(await found(bank.alice, { q: 'ALICE’S NOTARY' })).toEqual([secret])
})

test('an invalid filter is refused on its field', async () => {
  const refusedOn = (field: string, detail: string) => [422, [{ pointer: `/${field}`, detail }]]
  expect(await refusalsOf({ from: '2026-02-29' })).toEqual(refusedOn('from', 'Enter a real date'))
  expect(await refusalsOf({ to: 'today' })).toEqual(refusedOn('to', 'Enter a real date'))
  expect(await refusalsOf({ from: '2026-03-02', to: '2026-03-01' })).toEqual(
    refusedOn('to', '“To” must not be before “From”'),
  )
  expect(await refusalsOf({ type: 'refund' })).toEqual(refusedOn('type', 'Choose debit or credit'))
  expect(await refusalsOf({ status: 'lost' })).toEqual(
    refusedOn('status', 'Choose success, pending or failed'),
  )
  expect(await refusalsOf({ minAmount: '1,000' })).toEqual(
    refusedOn('minAmount', 'Enter the amount in digits, such as 1250.00'),
  )
  expect(await refusalsOf({ maxAmount: '0' })).toEqual(refusedOn('maxAmount', 'Enter an amount above 0'))
  expect(await refusalsOf({ minAmount: '2', maxAmount: '1' })).toEqual(
    refusedOn('maxAmount', 'The maximum must not be below the minimum'),
  )
  expect(await refusalsOf({ q: ' ' })).toEqual(refusedOn('q', 'Enter what to search for'))
  expect(await refusalsOf({ q: 'x'.repeat(101) })).toEqual(
    refusedOn('q', 'Search must be at most 100 characters'),
  )
  expect(await refusalsOf({ q: 'a\u0000b' })).toEqual(
    refusedOn('q', 'Search has characters that can’t be shown'),
  )
})
