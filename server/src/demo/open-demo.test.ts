import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { openTestBank, type TestBank } from '../../test/bank.ts'
import { checkBooks } from '../books/check/check-books.ts'
import { connectOnce } from '../postgres/connect-once.ts'
import { demoNotice } from './demo-notice.ts'
import { type DemoCredentials, demoFile } from './demo-people.ts'
import { openDemo } from './open-demo.ts'

let bank: TestBank
let dataDir: string
let credentials: DemoCredentials
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'truepenny-demo-'))
  bank = await openTestBank({ demo: true, dataDir })
  // The books never go back in time, and the test's Alice was funded at noon.
  bank.clock.pass(100 * 24 * 60)
  credentials = await openDemo(bank.bank, bank.clock.now())
})
afterAll(async () => {
  await bank.close()
  rmSync(dataDir, { recursive: true })
})

async function signedIn(name: string) {
  const { email, password } = credentials.people.find((person) => person.name.startsWith(name))!
  const visitor = newVisitor()
  await bank.call(visitor, endpoints.signIn, { body: { email, password } })
  return visitor
}

test('Alice is active and has three months of history in every status', async () => {
  const alice = await signedIn('Alice')
  const { account } = (await bank.call(alice, endpoints.readMe)).answer
  expect(account).toMatchObject({ isActive: true, currency: 'USD' })
  expect(Number(account.inTransit)).toBeGreaterThan(0)
  const { transactions } = (await bank.call(alice, endpoints.listTransactions, { query: { limit: '100' } }))
    .answer
  expect(new Set(transactions.map(({ status }) => status))).toEqual(new Set(['pending', 'success', 'failed']))
  expect(new Set(transactions.map(({ type }) => type))).toEqual(new Set(['debit', 'credit']))
  const days = transactions.map(
    ({ createdAt }) => (bank.clock.now().getTime() - Date.parse(createdAt)) / 86_400_000,
  )
  expect(Math.max(...days)).toBeGreaterThan(89)
  expect(Math.min(...days)).toBeGreaterThanOrEqual(0)
})

test('Alice has a second account, a pot with a goal, a limit, and a rent and savings that have been paid each month', async () => {
  const alice = await signedIn('Alice')
  const { answer } = await bank.call(alice, endpoints.listAccounts)
  expect(answer.accounts.map(({ name, balance }) => [name, balance]).slice(1)).toEqual([
    ['Savings', '1200.00'],
  ])
  const { pots } = (await bank.call(alice, endpoints.listPots)).answer
  expect(pots).toMatchObject([{ name: 'Summer in Lisbon', goal: '1200.00', balance: '450.00' }])
  const { schedules } = (await bank.call(alice, endpoints.listSchedules)).answer
  // On March 1, 2027 at noon.
  expect(schedules.map(({ payee, next, runs }) => [payee, next?.day, runs.map(({ day }) => day)])).toEqual([
    ['Summer in Lisbon', '2027-03-15', ['2027-02-15', '2027-01-15', '2026-12-15']],
    ['Harbor Street Lettings', '2027-04-01', ['2027-03-01', '2027-02-01', '2027-01-01', '2026-12-01']],
  ])
  const [, rent] = schedules
  const statuses = await Promise.all(
    rent!.runs.map(async ({ transactionId: id }) => {
      const { answer: paid } = await bank.call(alice, endpoints.readTransaction, { params: { id: id! } })
      return [paid.amount, paid.reference, paid.status]
    }),
  )
  const paid = ['980.00', 'Rent, 12 Harbor Street, flat 3', 'success']
  expect(statuses).toEqual([paid, paid, paid, paid])
  const { guards } = (await bank.call(alice, endpoints.listGuards)).answer
  // In March she has paid the rent only.
  expect(guards).toMatchObject([{ limits: { month: '10000.00' }, sent: { month: '980.00' } }])
  const upcoming = (await bank.call(alice, endpoints.listUpcoming)).answer
  expect([upcoming.total, upcoming.shortfall]).toEqual([5, null])
  const connection = await connectOnce(bank.ownerAddress)
  expect((await checkBooks(connection, () => {}).finally(() => connection.end())).broken).toBeNull()
})

test('Bruno is not yet active, and Clara is an administrator with an active account', async () => {
  const bruno = (await bank.call(await signedIn('Bruno'), endpoints.readMe)).answer
  expect([bruno.role, bruno.account.isActive]).toEqual(['customer', false])
  // His activation is not overdue: he has just registered.
  expect(bruno.account.openedAt).toBe(bank.clock.now().toISOString())
  const clara = await signedIn('Clara')
  expect((await bank.call(clara, endpoints.readMe)).answer).toMatchObject({
    role: 'administrator',
    account: { isActive: true },
  })
})

test('a demo has a second administrator and a member of staff in each role, with active accounts', async () => {
  const staff = await Promise.all(
    credentials.people.slice(2).map(async ({ name }) => {
      const { role, account } = (await bank.call(await signedIn(name), endpoints.readMe)).answer
      expect(account.isActive).toBe(true)
      return role
    }),
  )
  expect(staff).toEqual(['administrator', 'administrator', 'support', 'operations', 'treasury', 'auditor'])
})

test('an older demo folder, which has three people, opens with them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'truepenny-demo-'))
  const older = { ...credentials, people: credentials.people.slice(0, 3) }
  writeFileSync(join(folder, demoFile), JSON.stringify(older))
  const opened = await openTestBank({ demo: true, dataDir: folder })
  opened.clock.pass(100 * 24 * 60)
  expect(await openDemo(opened.bank, opened.clock.now())).toEqual(older)
  const { rows } = await opened.bank.db.query(`select from users where email like '%@demo.example'`)
  expect(rows).toHaveLength(3)
  await opened.close()
  rmSync(folder, { recursive: true })
})

test('the administrator of a demo who was deactivated is not activated by the next start', async () => {
  const { db } = bank.bank
  const clara = await signedIn('Clara')
  const isActive = async () => (await bank.call(clara, endpoints.readMe)).answer.account.isActive
  const ofClara = `where user_id = (select id from users where email = 'clara@demo.example')`
  expect(await isActive()).toBe(true)
  await db.query(`update accounts set is_active = false ${ofClara}`)
  await openDemo(bank.bank, bank.clock.now())
  expect(await isActive()).toBe(false)
})

test('the next start changes nothing and returns the same credentials', async () => {
  const counted = async () => {
    const { rows } = await bank.bank.db.query(
      'select (select count(*) from users) as users, (select count(*) from postings) as postings',
    )
    return rows[0]
  }
  const before = await counted()
  expect(await openDemo(bank.bank, bank.clock.now())).toEqual(credentials)
  expect(await counted()).toEqual(before)
})

test('a start that was killed before the history was complete is completed, and books nothing twice', async () => {
  const { db } = bank.bank
  const postings = async () => (await db.query('select count(*) from postings')).rows[0].count
  const before = await postings()
  await db.query(`update settings set key = 'demo interrupted' where key = 'demo'`)
  await openDemo(bank.bank, bank.clock.now())
  expect(await postings()).toBe(before)
})

test('the terminal shows the credentials of all demo people', () => {
  const notice = demoNotice(credentials)
  for (const { email, password, pin } of credentials.people) {
    expect(notice).toContain(email)
    expect(notice).toContain(password)
    expect(notice).toContain(`PIN ${pin}`)
  }
  expect(notice).toContain(credentials.passcode)
})
