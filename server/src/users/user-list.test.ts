import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../../test/bank.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  for (const name of ['Quentin', 'Zora', 'Zorba', 'Xi']) {
    bank.clock.pass(1)
    await bank.openAccount(name)
  }
  await bank.elevate(bank.clara)
})
afterAll(() => bank.close())

async function found(query: Record<string, string>) {
  const { answer } = await bank.call(bank.clara, endpoints.listUsers, { query })
  return { names: answer.users.map(({ name }) => name), total: answer.total, next: answer.nextCursor }
}

test.each([
  ['zor', ['Zorba', 'Zora']],
  ['ZORB', ['Zorba']],
  ['q', ['Quentin']],
  ['xi', ['Xi']],
  ['i@', ['Xi']],
  ['zorba@example.com', ['Zorba']],
  ['zorro', []],
  ['z%a', []],
  ['_', []],
])('a search for %s finds users by e-mail, newest first', async (email, names) => {
  expect(await found({ email })).toEqual({ names, total: names.length, next: null })
})

test('a search that matches every user returns all of them, page by page', async () => {
  const first = await found({ email: 'example', limit: '3' })
  expect(first).toMatchObject({ names: ['Xi', 'Zorba', 'Zora'], total: 7 })
  const second = await found({ email: 'example', limit: '3', cursor: first.next! })
  expect(second.names[0]).toBe('Quentin')
  const last = await found({ email: 'example', limit: '3', cursor: second.next! })
  expect([second.names.length, last.names.length, last.next]).toEqual([3, 1, null])
  const unfiltered = await found({ limit: '3', cursor: first.next! })
  expect(unfiltered.names).toEqual(second.names)
})

test.each([
  ['a'.repeat(5_000), 'Email is too long'],
  [' ', 'Enter what to search for'],
  ['zor\u0000', 'Email has characters that cannot be shown'],
])('a search text that no e-mail can contain is refused on its field: %#', async (email, detail) => {
  const { status, problem } = await bank.call(bank.clara, endpoints.listUsers, { query: { email } })
  expect([status, problem.errors]).toEqual([422, [{ pointer: '/email', detail }]])
})

test.each([
  ["a'--", []],
  ['%', []],
  ['\\', []],
])('a search for %s treats it as text', async (email, names) => {
  expect((await found({ email })).names).toEqual(names)
})

/** Inserts accounts with e-mails of one domain. */
async function insertUsers(size: number): Promise<void> {
  await bank.bank.db.query(
    `with opened as (
       insert into ledger_accounts (kind, currency, floor_minor)
       select 'customer', 'USD', 0 from generate_series(1, $1::int) returning id
     ), made as (
       insert into users (id, email, name, password_hash, password_set_at, phone, gender, employment_status, country,
         street, city, state, zip, created_at)
       select gen_random_uuid(), id || '@crowd.test', 'One of many', 'none', $2, '', '', '', '', '', '', '', '', $2
         from opened
       returning id, email
     )
     insert into accounts (id, user_id, number, type, currency, opened_at)
     select opened.id, made.id, 5000000000 + opened.id, 'checking', 'USD', $2
       from opened join made on made.email = opened.id || '@crowd.test'`,
    [size, bank.clock.now()],
  )
}

test('users are counted up to 1,000, and the pages list each of them once', async () => {
  await insertUsers(1_000)
  expect((await found({ email: 'CROWD' })).total).toBe(1_000)
  await insertUsers(1)
  expect((await found({ email: 'crowd' })).total).toBeNull()
  expect((await found({})).total).toBeNull()

  const listed = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: Record<string, string> = { email: 'crowd', limit: '100', ...(cursor && { cursor }) }
    const { answer } = await bank.call(bank.clara, endpoints.listUsers, { query })
    for (const { id } of answer.users) {
      expect(listed).not.toContain(id)
      listed.add(id)
    }
    cursor = answer.nextCursor
  }
  expect(listed.size).toBe(1_001)
})
