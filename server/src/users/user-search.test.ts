import { endpoints } from '@bank/contract/endpoints'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../../test/bank.ts'
import { closeAccount, openFurtherAccount } from '../../test/further-account.ts'
import { connectOnce } from '../postgres/connect-once.ts'
import type { Connection } from '../postgres/database.ts'
import { countUsers, findUsers, readSearch } from './user-search.ts'

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
])('a search for %s finds users by e-mail, newest first', async (search, names) => {
  expect(await found({ search })).toEqual({ names, total: names.length, next: null })
})

test('the selected users are downloaded as a file, with the main account, and the download is audited', async () => {
  const reply = await bank.call(bank.clara, endpoints.downloadUsers, { query: { search: 'zor' } })
  expect(reply.headers['content-disposition']).toBe('attachment; filename="users-2026-11-21.csv"')
  const bytes = reply.answer as unknown as Uint8Array
  const rows: Record<string, string>[] = parse(Buffer.from(bytes), { bom: true, columns: true })
  expect(rows).toMatchObject([
    { Name: 'Zorba', State: 'active', Currency: 'USD', Balance: '0.00' },
    { Name: 'Zora', Email: 'zora@example.com', Role: 'customer' },
  ])
  expect(rows[0]!['Main account']).toMatch(/^[1-9]\d{9}$/)
  const query = { action: 'users_downloaded' }
  const { events } = (await bank.call(bank.clara, endpoints.listAuditEvents, { query })).answer
  expect(events.map(({ actor }) => actor?.name)).toEqual(['Clara'])
})

test('a search that matches every user returns all of them, page by page', async () => {
  const first = await found({ search: 'example', limit: '3' })
  expect(first).toMatchObject({ names: ['Xi', 'Zorba', 'Zora'], total: 7 })
  const second = await found({ search: 'example', limit: '3', cursor: first.next! })
  expect(second.names[0]).toBe('Quentin')
  const last = await found({ search: 'example', limit: '3', cursor: second.next! })
  expect([second.names.length, last.names.length, last.next]).toEqual([3, 1, null])
  const unfiltered = await found({ limit: '3', cursor: first.next! })
  expect(unfiltered.names).toEqual(second.names)
})

test.each([
  ['search', 'a'.repeat(5_000), 'Search must be at most 254 characters'],
  ['search', ' ', 'Enter what to search for'],
  ['search', 'zor\u0000', 'Search has characters that can’t be shown'],
  ['state', 'asleep', 'Choose waiting, active, deactivated, declined or closed'],
  ['order', 'balance', 'Choose newest, oldest or name'],
])('a list of users with a wrong %s is refused on that field: %#', async (field, value, detail) => {
  const { status, problem } = await bank.call(bank.clara, endpoints.listUsers, { query: { [field]: value } })
  expect([status, problem.errors]).toEqual([422, [{ pointer: `/${field}`, detail }]])
})

test.each([
  ["a'--", []],
  ['%', []],
  ['50%', []],
  ['1_', []],
  ['\\', []],
])('a search for %s treats it as text', async (search, names) => {
  expect((await found({ search })).names).toEqual(names)
})

describe('users are found by name and by account number', () => {
  beforeAll(async () => {
    for (const [name, email] of [
      ['Ângela Gonçalves', 'boss@one.test'],
      ['Łukasz Żółć', 'second@one.test'],
      ['Ива́н Петров', 'third@one.test'],
      ['김민준', 'fourth@one.test'],
      ['100% Ltd.', 'fifth@one.test'],
    ] as const) {
      bank.clock.pass(1)
      const { userId } = await bank.openAccount(email.split('@')[0]!)
      await bank.bank.db.query('update users set name = $2, email = $3 where id = $1', [userId, name, email])
    }
    await bank.elevate(bank.clara)
  })

  test.each([
    ['angela', ['Ângela Gonçalves']],
    ['GONCAL', ['Ângela Gonçalves']],
    ['gonçalves', ['Ângela Gonçalves']],
    ['lukasz zolc', ['Łukasz Żółć']],
    ['петров', ['Ива́н Петров']],
    ['민준', ['김민준']],
    ['%', ['100% Ltd.']],
    ['one.test', ['100% Ltd.', '김민준', 'Ива́н Петров', 'Łukasz Żółć', 'Ângela Gonçalves']],
    ['\u0301', []],
  ])(
    'a search for %s finds users by any part of the name or e-mail, without case and accents',
    async (search, names) => {
      expect(await found({ search })).toEqual({ names, total: names.length, next: null })
    },
  )

  test('a user is found by the account number and by its first or last digits, also with spaces', async () => {
    const { number } = bank.alice.account
    const grouped = `${number.slice(0, 4)} ${number.slice(4, 7)} ${number.slice(7)}`
    for (const search of [number, grouped, number.slice(0, 7), number.slice(3)])
      expect(await found({ search })).toEqual({ names: ['Alice'], total: 1, next: null })
    expect((await found({ search: number.slice(1, 9) })).names).toEqual([])
    expect((await found({ search: `${number}0` })).names).toEqual([])
  })

  test('a user who is found by the number of a further account is listed with it, and by that of the main one without', async () => {
    const nora = await bank.openAccount('Nora')
    const { number } = await openFurtherAccount(bank, nora)
    for (const [search, accountNumber] of [
      [number, number],
      [number.slice(0, 8), number],
      [nora.account.number, null],
      ['nora', null],
    ] as const) {
      const { answer } = await bank.call(bank.clara, endpoints.listUsers, { query: { search } })
      expect(answer.users.map(({ name, accountNumber }) => [name, accountNumber])).toEqual([
        ['Nora', accountNumber],
      ])
    }
  })
})

describe('the states and orders of the list of users', () => {
  const ofState = (state: string) => found({ state, search: 'state.test', order: 'oldest' })
  beforeAll(async () => {
    const { db } = bank.bank
    for (const [name, state] of [
      ['Zoe', 'waiting'],
      ['Adam', 'active'],
      ['adam', 'waiting'],
      ['Ádám', 'deactivated'],
      ['Adam', 'waiting'],
      ['Carl', 'closed'],
    ] as const) {
      const person = await bank.openAccount(`s${bank.clock.now().getTime()}`, {
        isActive: state !== 'waiting',
      })
      const { userId } = person
      bank.clock.pass(1)
      await db.query(`update users set name = $2, email = id || '@state.test' where id = $1`, [userId, name])
      if (state === 'deactivated')
        await db.query('update accounts set is_active = false where user_id = $1', [userId])
      if (state === 'active' || state === 'closed') {
        const further = await openFurtherAccount(bank, person)
        await closeAccount(bank, person, further.number)
      }
      if (state === 'closed') await closeAccount(bank, person, person.account.number)
    }
    await bank.elevate(bank.clara)
  })

  test('each user is in one state, that of the main account: waiting, active, deactivated or closed', async () => {
    expect((await ofState('waiting')).names).toEqual(['Zoe', 'adam', 'Adam'])
    expect((await ofState('active')).names).toEqual(['Adam'])
    expect((await ofState('deactivated')).names).toEqual(['Ádám'])
    expect((await ofState('closed')).names).toEqual(['Carl'])
    expect((await ofState('waiting')).total).toBe(3)
    const { answer } = await bank.call(bank.clara, endpoints.listUsers, { query: { search: 'state.test' } })
    expect(answer.users.map(({ state }) => state)).toEqual([
      'closed',
      'waiting',
      'deactivated',
      'waiting',
      'active',
      'waiting',
    ])
  })

  test('a state without a search lists all its users, and counts them', async () => {
    expect(await found({ state: 'waiting', order: 'oldest' })).toEqual({
      names: ['Bruno', 'Zoe', 'adam', 'Adam'],
      total: 4,
      next: null,
    })
    expect(await found({ state: 'deactivated' })).toEqual({ names: ['Ádám'], total: 1, next: null })
    expect(await found({ state: 'closed' })).toEqual({ names: ['Carl'], total: 1, next: null })
    const all = await found({ limit: '100' })
    // Further accounts are not counted.
    expect(all.total).toBe(all.names.length)
    expect((await found({ state: 'active', limit: '100' })).total).toBe(all.total! - 6)
  })

  test('users sorted by name stand in one order without case and accents, and equal names are not lost between pages', async () => {
    expect((await found({ search: 'state.test', order: 'name' })).names).toHaveLength(6)
    const listed: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await found({ search: 'state.test', order: 'name', limit: '1', ...(cursor && { cursor }) })
      listed.push(...page.names)
      cursor = page.next
    }
    expect(listed).toHaveLength(6)
    expect(listed.map((name) => (/^[aá]d[aá]m$/i.test(name) ? 'adam' : name))).toEqual([
      'adam',
      'adam',
      'adam',
      'adam',
      'Carl',
      'Zoe',
    ])
    expect(listed.filter((name) => name === 'Ádám')).toHaveLength(1)
  })

  test.each(['newest', 'oldest', 'name'])(
    'the pages of users by %s list each user once, whatever the state and search',
    async (order) => {
      for (const query of [
        {},
        { state: 'active' },
        { state: 'waiting' },
        { state: 'closed', search: 'state.test' },
        { search: 'e' },
        { search: 'e', state: 'active' },
      ]) {
        const whole = await idsOf({ ...query, order, limit: '100' })
        expect(new Set(whole).size).toBe(whole.length)
        expect(await idsOf({ ...query, order, limit: '4' })).toEqual(whole)
      }
    },
  )

  test('the oldest users come first when they are asked for, and an unknown cursor ends the list', async () => {
    const { names } = await found({ order: 'oldest', limit: '5' })
    // The first three were opened at the same time.
    expect([names.slice(0, 3).toSorted(), names.slice(3)]).toEqual([
      ['Alice', 'Bruno', 'Clara'],
      ['Quentin', 'Zora'],
    ])
    expect(await found({ cursor: '0198c0de-0000-7000-8000-000000000000' })).toMatchObject({
      names: [],
      next: null,
    })
  })
})

/** The ids of all pages. */
async function idsOf(query: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const pageQuery: Record<string, string> = { ...query, ...(cursor && { cursor }) }
    const { answer } = await bank.call(bank.clara, endpoints.listUsers, { query: pageQuery })
    ids.push(...answer.users.map(({ id }) => id))
    cursor = answer.nextCursor
  }
  return ids
}

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

test('what a search finds is counted up to 1,000 and all users further, and the pages list each of them once', async () => {
  await insertUsers(1_000)
  expect((await found({ search: 'CROWD' })).total).toBe(1_000)
  await insertUsers(1)
  expect((await found({ search: 'crowd' })).total).toBeNull()
  expect((await found({})).total).toBeGreaterThan(1_000)

  const listed = await idsOf({ search: 'crowd', limit: '100' })
  expect([listed.length, new Set(listed).size]).toEqual([1_001, 1_001])
})

describe('a few users in a state among many users', () => {
  /** The ids that are found with each limit of a scan, and the plans of the queries that ask the indexes of texts. */
  async function search(
    text: string,
    state: 'waiting' | 'active' | undefined,
    order: 'newest' | 'name',
    scanMax: number,
    limit = 101,
  ) {
    const { watched, plans } = watch()
    const selection = { search: await readSearch(bank.bank.db, text), state }
    const page = { order, after: undefined, limit, scanMax }
    const { users, ids } = await findUsers(watched, selection, page)
    const { count } = await countUsers(watched, selection, { countMax: 1_001, scanMax })
    // The count that follows a page asks the indexes only where the page has not.
    const follows = await countUsers(ids ? bank.bank.db : watched, selection, {
      countMax: 1_001,
      scanMax,
      ids,
    })
    expect(follows.count).toBe(count)
    return { ids: users.map(({ id }) => id), count, plans }
  }

  /** The database, and the plans of the queries that ask the indexes of texts, or of others. */
  function watch(watchedFor = 'pieces_of') {
    const { db } = bank.bank
    const plans: string[] = []
    const watched: Connection = Object.assign(Object.create(db), {
      query: async (statement: string, values: unknown[]) => {
        if (statement.includes(watchedFor)) {
          const { rows } = await db.query<{ 'QUERY PLAN': string }>(`explain ${statement}`, values)
          plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
        }
        return db.query(statement, values)
      },
    })
    return { watched, plans }
  }

  beforeAll(async () => {
    await insertUsers(500)
    await bank.bank.db.query(`
      update accounts a set is_active = true, activated_at = opened_at
        from users u where u.id = a.user_id and u.email like '%@crowd.test';
      update accounts set is_active = false, activated_at = null where user_id in (
        select id from users where email like '%@crowd.test' order by id limit 10);
      with further as (
        insert into ledger_accounts (kind, currency, floor_minor)
        select 'customer', 'USD', 0 from generate_series(1, 6) returning id)
      insert into accounts (id, user_id, number, type, currency, is_main, opened_at)
      select f.id, u.user_id, 7000000000 + f.id, 'checking', 'USD', false, u.opened_at + u.k % 2 * interval '1 hour'
        from (select id, row_number() over () as k from further) f
        join (select user_id, opened_at, row_number() over (order by user_id desc) as k
                from accounts join users u on u.id = user_id and u.email like '%@crowd.test') u using (k)`)
    const owner = await connectOnce(bank.ownerAddress)
    await owner.query('vacuum analyze users').finally(() => owner.end())
  })

  test.each(['newest', 'name'] as const)(
    'a text that all users have is looked for among the waiting users alone, in the order %s',
    async (order) => {
      const { ids, count, plans } = await search('crowd.test', 'waiting', order, 100)
      expect([ids.length, count, plans]).toEqual([10, 10, []])
    },
  )

  test.each([
    ['zorba', 'newest', 'active'],
    ['zorba', 'name', 'active'],
    ['zorba', 'newest', undefined],
    ['gonçalves', 'newest', 'active'],
    ['gonçalves', 'newest', undefined],
    ['example.com', 'name', 'active'],
    ['example.com', 'newest', undefined],
  ] as const)(
    'the scan and the indexes find the same users with %s, in the order %s, of the state %s',
    async (text, order, state) => {
      const whole = await search(text, state, order, 10_000)
      const indexed = await search(text, state, order, 2)
      expect([whole.plans.length, indexed.plans.length]).toEqual([0, 2])
      expect(indexed.ids).toEqual(whole.ids)
      expect(indexed.count).toBe(whole.count)
      expect(whole.ids.length).toBeGreaterThan(0)
    },
  )

  test('the newest of many users are found by their main accounts, by a scan and by the index of ages alike', async () => {
    const whole = await search('one of', 'active', 'newest', 10_000, 5)
    const indexed = await search('one of', 'active', 'newest', 2, 5)
    expect(indexed.ids).toHaveLength(5)
    expect(indexed.ids).toEqual(whole.ids)
  })

  test('the newest users with a text of all states are scanned in their index alone', async () => {
    const { watched, plans } = watch('limit 100)')
    const selection = { search: await readSearch(bank.bank.db, 'one of'), state: undefined }
    const page = { order: 'newest', after: undefined, limit: 5, scanMax: 1_000 } as const
    const { users } = await findUsers(watched, selection, page)
    expect([users.length, plans.length]).toEqual([5, 1])
    expect(plans[0]).toMatch(/Index Only Scan Backward using users_by_age/)
  })

  test('the main account is as old as its user, so that the lists of both have one order', async () => {
    const { rows } = await bank.bank.db.query(
      'select u.email from users u join accounts a on a.user_id = u.id and a.is_main where a.opened_at <> u.created_at',
    )
    expect(rows).toEqual([])
  })

  test.each(['crowd.test', 'one of', 'o'])(
    'the indexes are used for %s, which almost all users have: no query computes the pieces of every text',
    async (text) => {
      const { count, plans } = await search(text, 'active', 'newest', 2)
      expect([count, plans.length]).toEqual([1_001, 2])
      for (const plan of plans) {
        expect(plan).toMatch(/Index Cond: .*pieces_of/)
        expect(plan).not.toMatch(/Filter: .*pieces_of/)
      }
    },
  )
})
