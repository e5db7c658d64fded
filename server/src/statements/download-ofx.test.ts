import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ timeZone: 'America/New_York' })
})
afterAll(() => bank.close())

async function download(who: Person, query: Record<string, string> = {}) {
  const reply = await bank.call(who, endpoints.downloadStatementOfx, { query })
  const xml = Buffer.from(reply.answer as unknown as Uint8Array).toString('utf8')
  expect(XMLValidator.validate(xml)).toBe(true)
  const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'STMTTRN' })
  return { ...reply, statement: parser.parse(xml).OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS }
}

const minor = (text: string) => BigInt(text.replace('.', ''))

test('the lines of an OFX statement add up to the cent, and keep their ids', async () => {
  for (const amount of ['0.01', '12.30']) {
    await bank.call(bank.alice, endpoints.sendTransfer, { body: transfer({ amount }) })
  }
  const { headers, statement } = await download(bank.alice, { month: '2026-11' })
  expect([headers['content-type'], headers['content-disposition']]).toEqual([
    'application/x-ofx',
    `attachment; filename="truepenny-${bank.alice.account.number.slice(-4)}-statement-2026-11-01-to-2026-11-21.ofx"`,
  ])
  expect(statement).toMatchObject({
    CURDEF: 'USD',
    BANKACCTFROM: { BANKID: 'TRUEPENNY', ACCTID: bank.alice.account.number, ACCTTYPE: 'CHECKING' },
    // The month is not over.
    BANKTRANLIST: { DTSTART: '20261101040000.000[0:GMT]', DTEND: '20261121120000.000[0:GMT]' },
    LEDGERBAL: { BALAMT: '87.69', DTASOF: '20261121120000.000[0:GMT]' },
  })
  const lines = statement.BANKTRANLIST.STMTTRN as { TRNTYPE: string; TRNAMT: string; FITID: string }[]
  expect(lines.map(({ TRNTYPE, TRNAMT }) => [TRNTYPE, TRNAMT])).toEqual([
    ['CREDIT', '100.00'],
    ['DEBIT', '-0.01'],
    ['DEBIT', '-12.30'],
  ])
  expect(new Set(lines.map(({ FITID }) => FITID)).size).toBe(3)
  expect(lines.reduce((sum, { TRNAMT }) => sum + minor(TRNAMT), 0n)).toBe(minor('87.69'))
  const { statement: october } = await download(bank.alice, { month: '2026-10' })
  expect(october.BANKTRANLIST.DTEND).toBe('20261101040000.000[0:GMT]')
  expect(october.LEDGERBAL).toEqual({ BALAMT: '0.00', DTASOF: '20261101040000.000[0:GMT]' })
})

test('markup in a customer’s text is escaped in an OFX statement', async () => {
  const markup = await bank.openAccount('Markup', { amountMinor: 100_00n })
  const account_name = '</MEMO><X a="1">&amp; مريم 🙂'
  await bank.call(markup, endpoints.sendTransfer, { body: transfer({ account_name, amount: '1.00' }) })
  const { statement } = await download(markup)
  const { NAME, MEMO } = statement.BANKTRANLIST.STMTTRN[1]
  expect(NAME).toBe(account_name)
  expect(MEMO.startsWith(`Transfer to ${account_name}, `)).toBe(true)
})

test('an OFX line names the payee, also of a returned transfer, and has the description in its memo', async () => {
  const payer = await bank.openAccount('Peter', { amountMinor: 100_00n })
  const receiver = await bank.openAccount('Renata')
  const long = 'Society for the Preservation of Harbour Lights'
  const outside = transfer({ account_name: long, amount: '1.00' })
  const inside = transfer({
    account_name: 'Renata',
    account_number: receiver.account.number,
    bank_name: 'Truepenny',
    amount: '2.00',
  })
  for (const body of [outside, inside]) await bank.call(payer, endpoints.sendTransfer, { body })
  await bank.elevate(bank.clara)
  for (const { transactionId: id } of [outside, inside]) {
    const body = { changeId: randomUUID(), status: 'failed' as const, reason: 'Returned' }
    await bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id }, body })
  }
  const named = async (who: Person) => {
    const { statement } = await download(who)
    const lines = statement.BANKTRANLIST.STMTTRN as { NAME: string; MEMO: string }[]
    return lines.map(({ NAME, MEMO }) => [NAME, MEMO.split(', ')[0]])
  }
  const short = 'Society for the Preservation of'
  expect(await named(payer)).toEqual([
    ['Account funded', 'Account funded'],
    [short, `Transfer to ${long}`],
    ['Renata', 'Transfer to Renata'],
    [short, `Returned: Transfer to ${long}`],
    ['Renata', 'Returned: Transfer to Renata'],
  ])
  expect(await named(receiver)).toEqual([
    ['Peter', 'Transfer from Peter'],
    ['Peter', 'Taken back: Transfer from Peter'],
  ])
})

test('the memo of an OFX line ends with the whole reference, after a shortened description', async () => {
  const wordy = await bank.openAccount('Wordy', { amountMinor: 100_00n })
  const reference = '<Invoice> & 🙂'.padEnd(35, 'x')
  const long = transfer({ account_name: 'A'.repeat(100), bank_address: 'B '.repeat(100), reference })
  const short = transfer({ reference })
  for (const body of [long, short]) await bank.call(wordy, endpoints.sendTransfer, { body })
  const { statement } = await download(wordy)
  const [, ...memos] = (statement.BANKTRANLIST.STMTTRN as { MEMO: string }[]).map(({ MEMO }) => MEMO)
  for (const memo of memos) expect(memo).toMatch(new RegExp(`^Transfer to .*, reference: ${reference}$`, 'u'))
  expect([...memos[0]!].length).toBeLessThanOrEqual(255)
  expect(memos[1]).toBe(
    `Transfer to Dana Reed, 1234567890, First Harbour Bank, 1 Quay Street, Boston, SWIFT FHBKUS33, routing 011000015, reference: ${reference}`,
  )
})

test('an OFX statement without lines is valid', async () => {
  const { statement } = await download(bank.bruno)
  expect([statement.BANKTRANLIST.STMTTRN, statement.LEDGERBAL.BALAMT]).toEqual([undefined, '0.00'])
  expect((await bank.call(null, endpoints.downloadStatementOfx)).status).toBe(401)
})
