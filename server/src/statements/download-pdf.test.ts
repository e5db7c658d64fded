import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { ibanOf } from '@bank/contract/iban'
import pg from 'pg'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { openFurtherAccount } from '../../test/further-account.ts'
import { transfer } from '../../test/transfer.ts'
import { waitUntil } from '../../test/wait-until.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ bankCode: 'DE99555000' })
})
afterAll(() => bank.close())

async function download(who: Person, query: Record<string, string> = {}) {
  const reply = await bank.call(who, endpoints.downloadStatementPdf, { query })
  expect(reply.status).toBe(200)
  const pdf = await getDocumentProxy(reply.answer as unknown as Uint8Array)
  const { text } = await extractText(pdf)
  return { ...reply, pdf, pages: text.map((page) => page.replace(/\s+/g, ' ')) }
}

test('a PDF statement has the bank, the address, the account, totals that add up and every line', async () => {
  for (const amount of ['0.01', '12.30']) {
    const reference = amount === '0.01' ? 'Invoice 4711 🙂' : ''
    await bank.call(bank.alice, endpoints.sendTransfer, { body: transfer({ amount, reference }) })
  }
  const { headers, pages } = await download(bank.alice, { from: '2026-11-01', to: '2026-11-21' })
  expect([headers['content-type'], headers['content-disposition']]).toEqual([
    'application/pdf',
    `attachment; filename="truepenny-${bank.alice.account.number.slice(-4)}-statement-2026-11-01-to-2026-11-21.pdf"`,
  ])
  expect(pages).toHaveLength(1)
  const { number } = bank.alice.account
  for (const words of [
    'Truepenny Alice Quay Street 1 28195 Bremen Germany',
    `Account Number ${number}`,
    'Account Type Checking Account',
    'Account currency USD ($)',
    `Statement number ${number}-20261101-20261121`,
    'Date of issue Nov 21, 2026',
    'Account Statement',
    'Period Nov 1, 2026 to today, Nov 21, 2026',
    'Opening balance $0.00 Money in $100.00 Money out $12.31 Balance now $87.69',
    'Date Description Status Money in Money out Balance',
    '11/01/2026 Opening balance $0.00',
    '11/21/2026 Balance now $87.69',
    '$12.31 pending, already deducted',
    'For questions, contact us on the Support page of your online bank.',
    'All dates are days in the bank’s time zone, UTC.',
    'Page 1 of 1',
  ]) {
    expect(pages[0]).toContain(words)
  }
  // One of the two transfers has a reference.
  expect(pages[0]).toMatch(/routing 011000015 Reference: Invoice 4711/)
  expect(pages[0]!.split('Reference:')).toHaveLength(2)
  for (const balance of ['$100.00 $100.00', '$0.01 $99.99', '$12.30 $87.69']) {
    expect(pages[0]).toContain(balance)
  }
})

test('a PDF statement of an account in euros has its IBAN whole, in groups of four, and one in dollars none', async () => {
  const euros = await bank.openAccount('Euros', { currency: 'EUR' })
  const iban = ibanOf({ number: euros.account.number, currency: 'EUR' }, 'DE99555000')!
  const groups = iban.match(/.{1,4}/g)!.join(' ')
  expect((await download(euros)).pages[0]).toContain(
    `Account Number ${euros.account.number} IBAN ${groups} Account Type`,
  )
  expect((await download(bank.alice)).pages[0]).not.toContain('IBAN ')
})

test('a PDF statement of a period that is over closes on its last day, and says nothing about what is pending now', async () => {
  const patient = await bank.openAccount('Patient', { amountMinor: 50_00n })
  await bank.call(patient, endpoints.sendTransfer, { body: transfer({ amount: '1.00' }) })
  const { headers, pages } = await download(patient, { month: '2026-10' })
  expect(headers['content-disposition']).toContain('statement-2026-10-01-to-2026-10-31.pdf')
  expect(pages[0]).toContain('Period Oct 1, 2026 – Oct 31, 2026')
  expect(pages[0]).toContain('10/31/2026 Closing balance $0.00')
  expect(pages[0]).not.toMatch(/today|Balance now|pending/)
})

test('a PDF statement says how much of what came in was returned, and names the other account of an own transfer', async () => {
  const moved = await bank.openAccount('Moved', { amountMinor: 50_00n })
  const savings = await openFurtherAccount(bank, moved)
  const returned = transfer({ amount: '12.30' })
  await bank.call(moved, endpoints.sendTransfer, { body: returned })
  await bank.elevate(bank.clara)
  await bank.call(bank.clara, endpoints.setTransactionStatus, {
    params: { id: returned.transactionId },
    body: { changeId: randomUUID(), status: 'failed', reason: 'Returned' },
  })
  await bank.call(moved, endpoints.sendOwnTransfer, {
    body: { transactionId: randomUUID(), to: savings.number, amount: '5.00' },
  })
  const { pages } = await download(moved)
  expect(pages[0]).toContain('Money in $62.30 of which returned $12.30 Money out $17.30')
  expect(pages[0]).toContain(`To Savings ··${savings.number.slice(-4)}`)
  expect(pages[0]).not.toContain('Moved to your account')
  expect((await download(bank.alice)).pages[0]).not.toContain('of which returned')
})

test('a long PDF statement has every line once, column names and a page number on each page, and carries the balance', async () => {
  const busy = await bank.openAccount('Busy', { amountMinor: 1_234_567_89n })
  for (let cents = 1; cents <= 25; cents++) {
    const name = `Payee number ${cents}.`
    await bank.call(busy, endpoints.sendTransfer, {
      body: transfer({ amount: `${cents}00.${String(cents).padStart(2, '0')}`, account_name: name }),
    })
  }
  const { pages, pdf } = await download(busy)
  expect(pages.length).toBeGreaterThan(1)
  for (const [at, page] of pages.entries()) {
    expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
    expect(page).toContain('Date Description Status Money in Money out Balance')
    const carried = /Carried forward (\S+)/.exec(page)?.[1]
    expect(carried === undefined).toBe(at === pages.length - 1)
    if (carried) expect(pages[at + 1]).toContain(`Brought forward ${carried}`)
  }
  const whole = pages.join(' ')
  for (let cents = 1; cents <= 25; cents++) {
    expect(whole.split(`Payee number ${cents}.`)).toHaveLength(2)
  }
  // The amounts of a column are right-aligned.
  const ends = new Set<number>()
  for (let page = 1; page <= pages.length; page++) {
    for (const { str, transform, width } of await textOf(pdf, page)) {
      const isOfTable = /^\$[\d,]+\.\d\d$/.test(str) && (page > 1 || transform[5] < 440)
      if (isOfTable) ends.add(Math.round(transform[4] + width))
    }
  }
  expect([...ends].sort()).toEqual([394, 466, 541])
})

test('a PDF statement has euros and the largest amounts on one line', async () => {
  const rich = await bank.openAccount('Rich', { amountMinor: 9_007_199_254_740_993_00n, currency: 'EUR' })
  await bank.call(rich, endpoints.sendTransfer, { body: transfer({ amount: '1.00' }) })
  const items = (await textOf(await read(rich), 1)).map(({ str }) => str)
  expect(items.filter((item) => item === '€9,007,199,254,740,993.00')).toHaveLength(3)
  expect(items.filter((item) => item === '€9,007,199,254,740,992.00')).toHaveLength(3)
})

describe('a beneficiary’s name in a PDF statement', () => {
  const scripts = [
    ['Cyrillic, Greek and Polish', 'Ольга Ωμέγα Łódź'],
    ['Chinese, Japanese and Korean', '王小明 やまだ 김철수'],
    ['Hindi and Thai', 'अमित สมชาย'],
    ['emoji', 'Café 🙂🎉'],
  ] as const
  let statement: Awaited<ReturnType<typeof paidTo>>
  beforeAll(async () => {
    statement = await paidTo([...scripts.map(([, name]) => name), 'محمد علي (دار) שלום'])
  })

  for (const [script, name] of scripts) {
    test(`a name in ${script} is drawn`, () => {
      const words = statement.text
      // A vowel of Hindi may be drawn before the consonant that it follows.
      for (const letter of name.normalize('NFC')) expect(words).toContain(letter)
      expect(words).not.toContain('?')
    })
  }

  test('a name in Arabic or Hebrew is drawn from right to left, inside text that is not', () => {
    const { text, items } = statement
    expect(text).not.toContain('?')
    // The first word is to the right of the second, and both are to the left of the Latin text after them.
    const [first, second] = ['محمد', 'علي'].map((word) => items.find(({ str }) => str.includes(word))!)
    expect(first!.transform[4]).toBeGreaterThan(second!.transform[4])
  })

  test('a long word in a name does not leave its column', async () => {
    const letters = ['w', 'م', '王']
    const { items } = await paidTo(letters.map((letter) => letter.repeat(100)))
    for (const letter of letters) {
      for (const { transform, width } of items.filter(({ str }) => str.includes(letter.repeat(3)))) {
        expect(transform[4] + width).toBeLessThanOrEqual(278.5)
      }
    }
  })
})

test('a PDF statement is accessible: its language, its title, and a table with one header row', async () => {
  const busy = await bank.openAccount('Listener', { amountMinor: 100_00n })
  await bank.call(busy, endpoints.sendTransfer, { body: transfer({ amount: '1.00', account_name: 'محمد' }) })
  const pdf = await read(busy)
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
  const { info, metadata } = await pdf.getMetadata()
  expect(info).toMatchObject({ Language: 'en-US', Title: expect.stringContaining('Account Statement') })
  expect(String(metadata?.getRaw())).toContain('<pdfuaid:part>1</pdfuaid:part>')
  const roles = rolesOf((await (await pdf.getPage(1)).getStructTree()) as Node)
  expect(roles.filter((role) => role === 'TH')).toHaveLength(6)
  // The names, the opening balance, two lines and the closing balance.
  expect(roles.filter((role) => role === 'TR')).toHaveLength(5)
  expect(roles.filter((role) => role.startsWith('H'))).toEqual(['H1', 'H2'])
})

test('a whole history of more than 10,000 lines is refused as a PDF', async () => {
  const long = await bank.openAccount('Long')
  const owner = new pg.Client(bank.ownerAddress)
  await owner.connect()
  await owner.query(
    `insert into entries (ledger_account_id, seq, amount_minor, balance_minor, posting_id, booked_at)
     select $1, n, 1, n, gen_random_uuid(), $2 from generate_series(1, 10001) n`,
    [long.account.id, bank.clock.now()],
  )
  await owner.query('update ledger_accounts set entry_seq = 10001, balance_minor = 10001 where id = $1', [
    long.account.id,
  ])
  await owner.end()
  const { status, problem } = await bank.call(long, endpoints.downloadStatementPdf, {
    query: { period: 'all' },
  })
  expect([status, problem.code, problem.detail]).toEqual([
    422,
    'statement_too_long',
    'A PDF holds at most 10,000 lines. Choose a shorter period, or download CSV',
  ])
})

describe('a PDF statement that waits for others', () => {
  let end: () => void
  let others: Promise<unknown>[]
  const draw = () => bank.bank.drawings('statement', () => new Promise<void>((resolve) => (end = resolve)))
  const ask = (who: Person) => bank.call(who, endpoints.downloadStatementPdf)
  beforeEach(() => {
    others = [draw()]
  })
  afterEach(async () => {
    end()
    await Promise.all(others)
  })

  test('a PDF statement that waits while its customer signs out is not issued', async () => {
    const leaver = await bank.openAccount('Leaver', { amountMinor: 1_00n })
    const waiting = ask(leaver)
    await waitUntil(() => bank.bank.filesUnderWay.count() === 1)
    await bank.call(leaver, endpoints.signOut)
    end()
    const { status, problem } = await waiting
    expect([status, problem.code]).toEqual([401, 'signed_out'])
  })

  test('a PDF statement that is given up leaves the line, and the customer’s next one is drawn', async () => {
    const hasty = await bank.openAccount('Hasty', { amountMinor: 1_00n })
    await bank.call(hasty, endpoints.checkSession)
    const address = await bank.app.listen({ host: '127.0.0.1', port: 0 })
    const caller = new AbortController()
    const given = fetch(`${address}/api/statement.pdf`, {
      headers: { cookie: `sid=${hasty.cookies.get('sid')}` },
      signal: caller.signal,
    })
    await waitUntil(() => bank.bank.filesUnderWay.count() === 1)
    caller.abort()
    await expect(given).rejects.toThrow()
    await waitUntil(() => bank.bank.filesUnderWay.count() === 0)
    end()
    expect((await ask(hasty)).status).toBe(200)
  })

  test('a PDF statement is refused when 16 others wait, and the bank says when to try again', async () => {
    const last = await bank.openAccount('Last', { amountMinor: 1_00n })
    const ready = Promise.resolve()
    for (let count = 0; count < 16; count++) others.push(bank.bank.drawings('statement', () => ready))
    const { status, problem, headers } = await ask(last)
    expect([status, problem.code, headers['retry-after']]).toEqual([503, 'busy', '1'])
    end()
    await Promise.all(others)
    expect((await ask(last)).status).toBe(200)
  })
})

test('a PDF statement without lines has a note about it', async () => {
  const { pages } = await download(bank.bruno)
  expect(pages[0]).toContain('No transactions found!')
  expect((await bank.call(null, endpoints.downloadStatementPdf)).status).toBe(401)
  const query = { month: '2026-00' }
  expect((await bank.call(bank.bruno, endpoints.downloadStatementPdf, { query })).status).toBe(422)
})

/** A statement as a reader of PDF sees it. */
async function read(who: Person) {
  return (await download(who)).pdf
}

/** The texts of a page in their order, with their positions. */
async function textOf(pdf: Awaited<ReturnType<typeof read>>, page: number) {
  const { items } = await (await pdf.getPage(page)).getTextContent()
  return items as unknown as { str: string; width: number; transform: number[] & { 4: number; 5: number } }[]
}

let payers = 0

/** The statement of a customer who has paid these beneficiaries: its words with their positions. */
async function paidTo(names: readonly string[]) {
  const payer = await bank.openAccount(`Payer ${++payers}`, { amountMinor: 100_00n })
  for (const account_name of names) {
    await bank.call(payer, endpoints.sendTransfer, { body: transfer({ account_name, amount: '1.00' }) })
  }
  const items = await textOf(await read(payer), 1)
  return {
    items,
    text: items
      .map(({ str }) => str)
      .join('')
      .normalize('NFC'),
  }
}

type Node = { role?: string; children?: Node[] }

function rolesOf({ role, children = [] }: Node): string[] {
  return [...(role ? [role] : []), ...children.flatMap(rolesOf)]
}
