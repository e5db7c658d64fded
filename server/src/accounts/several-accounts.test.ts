import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@bank/contract/endpoint'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEventsAbout } from '../../test/audit-and-mail.ts'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { openFurtherAccount, opening } from '../../test/further-account.ts'
import { transfer } from '../../test/transfer.ts'

const accountsMax = 4
let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ accountsMax })
  await bank.elevate(bank.clara)
})
afterAll(() => bank.close())

async function accountsOf(person: Person) {
  return (await bank.call(person, endpoints.listAccounts)).answer.accounts
}

describe('opening a further account', () => {
  test('a further account is active at once, has its name and number, and stands behind the main one', async () => {
    const ella = await bank.openAccount('Ella', { amountMinor: 50_00n })
    const opened = await openFurtherAccount(bank, ella, { currency: '€' })
    expect(opened).toMatchObject({
      name: 'Savings',
      isMain: false,
      type: 'online',
      currency: 'EUR',
      isActive: true,
      balance: '0.00',
    })
    const [main, further, ...rest] = await accountsOf(ella)
    expect(main).toMatchObject({ number: ella.account.number, isMain: true, name: null, balance: '50.00' })
    expect([further, rest]).toEqual([opened, []])
    expect(await auditEventsAbout(bank, ella.userId, 'account_opened')).toEqual([
      {
        actor_id: ella.userId,
        action: 'account_opened',
        details: { accountNumber: opened.number, type: 'online', currency: 'EUR' },
      },
    ])
  })

  test('the same opening sent again opens one account, and another one under its id is refused', async () => {
    const frank = await bank.openAccount('Frank')
    const body = opening()
    const replies = await Promise.all([1, 2, 3].map(() => bank.call(frank, endpoints.openAccount, { body })))
    expect(new Set(replies.map(({ status, answer }) => `${status} ${answer.number}`)).size).toBe(1)
    expect(await accountsOf(frank)).toHaveLength(2)
    for (const [who, changed] of [
      [frank, { ...body, currency: '£' }],
      [bank.alice, body],
    ] as const) {
      const { status, problem } = await bank.call(who, endpoints.openAccount, { body: changed })
      expect([status, problem.code]).toEqual([409, 'opening_id_reused'])
    }
  })

  test('of many openings at once no more succeed than a customer may have', async () => {
    const grace = await bank.openAccount('Grace')
    await bank.call(grace, endpoints.readMe)
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => bank.call(grace, endpoints.openAccount, { body: opening() })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(accountsMax - 1)
    const refused = replies.find(({ status }) => status !== 201)!
    expect([refused.status, refused.problem.detail]).toEqual([409, 'You can have at most 4 accounts'])
    expect(await accountsOf(grace)).toHaveLength(accountsMax)
  })

  test('a customer whose main account is not active opens no other', async () => {
    const { status, problem } = await bank.call(bank.bruno, endpoints.openAccount, { body: opening() })
    expect([status, problem.detail]).toEqual([403, 'Account is not active'])
    expect(await accountsOf(bank.bruno)).toHaveLength(1)
  })

  test.each([
    ['a name of 41 characters', { name: 'x'.repeat(41) }, '/name', 'Name must be at most 40 characters'],
    [
      'a name that reverses text',
      { name: '\u202esgnivaS' },
      '/name',
      'Name has characters that can’t be shown',
    ],
    ['an unknown currency', { currency: 'JPY' }, '/currency', 'Currency is required'],
    ['an unknown type', { accountType: 'gold' }, '/accountType', 'Account type is required'],
  ])('an opening with %s is refused on its field', async (_, wishes, pointer, detail) => {
    const { status, problem } = await bank.call(bank.alice, endpoints.openAccount, { body: opening(wishes) })
    expect([status, problem.errors]).toEqual([422, [{ pointer, detail }]])
  })
})

describe('the account of a request', () => {
  test('an account gets a name, and loses it with an empty one', async () => {
    const hugo = await bank.openAccount('Hugo')
    const { number } = await openFurtherAccount(bank, hugo)
    const rename = (name: string, who = hugo) =>
      bank.call(who, endpoints.renameAccount, { params: { number }, body: { name } })
    expect((await rename('  Rent   and food ')).status).toBe(204)
    expect((await accountsOf(hugo))[1]!.name).toBe('Rent and food')
    expect((await rename('')).status).toBe(204)
    expect((await accountsOf(hugo))[1]!.name).toBeNull()
    expect((await rename('Mine', bank.alice)).problem.code).toBe('account_not_found')
  })

  test('every request about an account answers another customer’s number like an unknown one', async () => {
    const ofAccount = (Object.values(endpoints) as Endpoint[]).filter(
      ({ audience }) => 'isOfAccount' in audience,
    )
    expect(ofAccount.length).toBeGreaterThanOrEqual(12)
    const { transactionId: openingId, ...paid } = transfer()
    const day = { firstDay: '2027-01-29', repeat: 'once' }
    const own = { to: bank.alice.account.number, amount: '1.00' }
    const bodies = new Map<Endpoint, object>([
      [endpoints.checkPayee, { account_name: 'Dana', account_number: '1234567890', bank_name: 'Truepenny' }],
      [endpoints.sendTransfer, transfer()],
      [endpoints.takeBackTransfer, { changeId: randomUUID() }],
      [endpoints.writeNote, { note: '' }],
      [endpoints.openPot, { openingId: randomUUID(), name: 'Car' }],
      [endpoints.sendOwnTransfer, { ...own, transactionId: randomUUID() }],
      [endpoints.createSchedule, { ...paid, ...day, openingId }],
      [endpoints.changeSchedule, { ...paid, ...day, version: 1 }],
      [endpoints.createOwnSchedule, { ...own, ...day, openingId }],
      [endpoints.changeOwnSchedule, { ...own, ...day, version: 1 }],
      [endpoints.setScheduleState, { version: 1, state: 'paused' }],
      [endpoints.skipRun, { version: 1 }],
      [
        endpoints.openDispute,
        { disputeId: randomUUID(), cause: 'not_received', amount: '1.00', text: 'It never came.' },
      ],
    ])
    for (const endpoint of ofAccount) {
      const body = bodies.get(endpoint)
      const sent = { params: { id: '0198c0de-0000-7000-8000-000000000001' }, ...(body && { body }) }
      const replies = []
      for (const account of [bank.bruno.account.number, '1000000000', '', 'x', '\u0000']) {
        const { status, problem } = await bank.call(bank.alice, endpoint, {
          ...sent,
          query: { account },
        } as never)
        replies.push([status, problem.code, problem.detail])
      }
      expect(replies, endpoint.path).toEqual(
        replies.map(() => [404, 'account_not_found', 'Account not found']),
      )
    }
  })

  test('a request that names an account sees its history, statement and balance, and no other', async () => {
    const iris = await bank.openAccount('Iris', { amountMinor: 100_00n })
    const { number } = await openFurtherAccount(bank, iris)
    const query = { account: number }
    const move = { transactionId: transfer().transactionId, to: number, amount: '60.00' }
    expect((await bank.call(iris, endpoints.sendOwnTransfer, { body: move })).status).toBe(201)
    bank.clock.pass(1)
    const sent = transfer({ amount: '25.00', reference: 'From savings' })
    expect((await bank.call(iris, endpoints.sendTransfer, { query, body: sent })).status).toBe(201)

    const { answer: me } = await bank.call(iris, endpoints.readMe, { query })
    expect([me.account.number, me.account.balance, me.account.inTransit]).toEqual([number, '35.00', '25.00'])
    const { answer: history } = await bank.call(iris, endpoints.listTransactions, { query })
    expect(history.transactions.map(({ type, amount }) => `${type} ${amount}`)).toEqual([
      'debit 25.00',
      'credit 60.00',
    ])
    const { answer: statement } = await bank.call(iris, endpoints.readStatement, { query })
    expect([statement.accountNumber, statement.moneyIn, statement.closing]).toEqual([
      number,
      '60.00',
      '35.00',
    ])
    const path = { params: { id: sent.transactionId } }
    expect((await bank.call(iris, endpoints.readTransaction, { ...path, query })).status).toBe(200)
    // The main account has neither the transfer nor its note.
    expect((await bank.call(iris, endpoints.readTransaction, path)).problem.code).toBe(
      'transaction_not_found',
    )
    const { answer: main } = await bank.call(iris, endpoints.readMe)
    expect([main.account.balance, main.account.inTransit]).toEqual(['40.00', '0.00'])
  })

  test('a user is found by the number of a further account', async () => {
    const jane = await bank.openAccount('Jane')
    const { number } = await openFurtherAccount(bank, jane)
    for (const q of [number, number.slice(0, 6), number.slice(-4)]) {
      const { answer } = await bank.call(bank.clara, endpoints.listUsers, { query: { search: q } })
      expect(answer.users.map(({ id }) => id)).toContain(jane.userId)
    }
  })
})

describe('the standing of a further account', () => {
  const activation = (person: Person, isActive: boolean) =>
    bank.call(bank.clara, isActive ? endpoints.activateAccount : endpoints.deactivateAccount, {
      params: { id: person.userId },
      body: { changeId: randomUUID() },
    })

  test('a deactivated customer sends from no account, and from each after the activation', async () => {
    const kim = await bank.openAccount('Kim', { amountMinor: 20_00n })
    const { number } = await openFurtherAccount(bank, kim)
    const query = { account: number }
    const body = { transactionId: transfer().transactionId, to: number, amount: '20.00' }
    await bank.call(kim, endpoints.sendOwnTransfer, { body })
    const send = () => bank.call(kim, endpoints.sendTransfer, { query, body: transfer({ amount: '1.00' }) })
    await activation(kim, false)
    kim.cookies.clear()
    expect((await send()).problem.code).toBe('account_inactive')
    const back = { transactionId: transfer().transactionId, to: kim.account.number, amount: '1.00' }
    const moved = await bank.call(kim, endpoints.sendOwnTransfer, { query, body: back })
    expect(moved.problem.code).toBe('account_inactive')
    expect((await accountsOf(kim)).map(({ isActive }) => isActive)).toEqual([false, false])
    await activation(kim, true)
    expect((await send()).status).toBe(201)
  })

  test('a deactivation waits for a transfer from a further account that is being decided', async () => {
    const lena = await bank.openAccount('Lena')
    const { number } = await openFurtherAccount(bank, lena)
    const { db } = bank.bank
    const books = await db.connect()
    try {
      await books.query('begin')
      await books.query(
        'select from ledger_accounts where id = (select id from accounts where number = $1) for no key update',
        [number],
      )
      const deactivating = activation(lena, false)
      const waiting = `select from pg_locks l join pg_stat_activity a using (pid)
                        where not l.granted and a.datname = current_database()`
      await expect.poll(async () => (await db.query(waiting)).rowCount).toBe(1)
      expect((await accountsOf(lena)).map(({ isActive }) => isActive)).toEqual([true, true])
      await books.query('commit')
      expect((await deactivating).status).toBe(204)
      lena.cookies.clear()
      expect((await accountsOf(lena)).map(({ isActive }) => isActive)).toEqual([false, false])
    } finally {
      books.release(true)
    }
  })
})
