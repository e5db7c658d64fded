import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type Person, passcode, type TestBank } from '../../test/bank.ts'
import { type CookieJar, gateway, openGatewayDoor } from '../../test/gateway-door.ts'

let bank: TestBank
let door: ReturnType<typeof openGatewayDoor>
/** Clara, with the passcode entered. */
let clara: CookieJar
let dora: Person
let emil: Person
beforeAll(async () => {
  bank = await openTestBank({ gateway })
  door = openGatewayDoor(bank)
  bank.clock.pass(1)
  dora = await bank.openAccount('Dora', { amountMinor: 12_34n, currency: 'EUR' })
  bank.clock.pass(1)
  emil = await bank.openAccount('Emil', { isActive: false })
  clara = await door.signIn(bank.clara.email)
  const payload = { documentId: 'unique()', data: { passcode } }
  await door.send('POST', '/databases/truedb/collections/settings/documents', { jar: clara, payload })
})
afterAll(() => bank.close())

type Query = readonly [method: string, attribute?: string | undefined, ...values: unknown[]]
const list = (jar: CookieJar, ...queries: Query[]) => {
  const parameters = queries.map(([method, attribute, ...values], index) => {
    const query = JSON.stringify({ method, ...(attribute && { attribute }), values })
    return `queries[${index}]=${encodeURIComponent(query)}`
  })
  return door.send('GET', `/databases/truedb/collections/users/documents?${parameters.join('&')}`, { jar })
}
const namesOf = ({ body }: { body: { documents: { name: string }[] } }) =>
  body.documents.map(({ name }) => name)

describe('listing documents of users', () => {
  test('an administrator lists all users with their balances, newest first, and no secret', async () => {
    const { status, body } = await list(clara)
    expect([status, body.total]).toEqual([200, 5])
    expect(namesOf({ body }).slice(0, 2)).toEqual(['Emil', 'Dora'])
    expect(body.documents[1]).toMatchObject({
      $id: dora.userId,
      $createdAt: '2026-11-21T12:01:00.000+00:00',
      userId: dora.userId,
      email: 'dora@example.com',
      account_number: dora.account.number,
      balance: 12.34,
      currency: '€',
      isActive: true,
      isAdmin: false,
      password: '********',
    })
    expect(JSON.stringify(body)).not.toMatch(/argon2|pin"|passcode|hash/)
    const read = await door.send('GET', `/databases/truedb/collections/users/documents/${dora.userId}`, {
      jar: clara,
    })
    expect(read.body).toEqual(body.documents[1])
  })

  test('users are found by each attribute, and by a part of the e-mail', async () => {
    for (const [queries, names] of [
      [[['equal', '$id', dora.userId, emil.userId]], ['Emil', 'Dora']],
      [[['equal', 'userId', dora.userId]], ['Dora']],
      [[['equal', 'email', 'DORA@example.com']], ['Dora']],
      [[['equal', 'name', 'Dora', 'Emil']], ['Emil', 'Dora']],
      [[['equal', 'isAdmin', true]], ['Clara']],
      [
        [
          ['equal', 'isActive', false],
          ['orderAsc', '$createdAt'],
        ],
        ['Bruno', 'Emil'],
      ],
      [
        [
          ['equal', 'isActive', false],
          ['equal', 'isActive', true],
        ],
        [],
      ],
      [
        [
          ['equal', 'isAdmin', true, false],
          ['equal', 'name', 'Dora'],
        ],
        ['Dora'],
      ],
      [[['contains', 'email', 'or']], ['Dora']],
      [[['contains', 'email', 'EMIL@']], ['Emil']],
      [
        [
          ['contains', 'email', '@example.com'],
          ['contains', 'email', 'd'],
        ],
        ['Dora'],
      ],
      [[['contains', 'email', '%']], []],
      [[['equal', 'name', 'Nobody']], []],
      [[['equal', '$id', 'nobody']], []],
    ] as [Query[], string[]][]) {
      const found = await list(clara, ...queries)
      expect(namesOf(found), JSON.stringify(queries)).toEqual(names)
      expect(found.body.total, JSON.stringify(queries)).toBe(names.length)
    }
  })

  test('pages of users by cursor and by offset have each user once, in both directions', async () => {
    for (const order of ['orderDesc', 'orderAsc']) {
      for (const queries of [[], [['contains', 'email', 'example']]] as Query[][]) {
        const select = (...more: Query[]) =>
          list(clara, [order, '$createdAt'], ['limit', undefined, 2], ...queries, ...more)
        const whole = (await list(clara, [order, '$createdAt'], ...queries)).body.documents
        const ids = whole.map(({ $id }: { $id: string }) => $id)
        const idsOf = async (...more: Query[]) =>
          (await select(...more)).body.documents.map(({ $id }: { $id: string }) => $id)
        expect(await idsOf(['cursorAfter', undefined, ids[1]])).toEqual(ids.slice(2, 4))
        expect(await idsOf(['cursorAfter', undefined, ids[4]])).toEqual([])
        expect(await idsOf(['cursorBefore', undefined, ids[4]])).toEqual(ids.slice(2, 4))
        expect(await idsOf(['cursorBefore', undefined, ids[1]])).toEqual(ids.slice(0, 1))
        expect(await idsOf(['offset', undefined, 3])).toEqual(ids.slice(3, 5))
      }
    }
    const unknown = await list(clara, ['cursorAfter', undefined, crypto.randomUUID()])
    expect([unknown.status, unknown.body.type]).toEqual([400, 'general_query_invalid'])
  })

  test('an administrator’s lists of users are on record once in 15 minutes', async () => {
    const events = async () => {
      const { rowCount } = await bank.bank.db.query(
        `select from audit_events where actor_id = $1 and action = 'users_listed'`,
        [bank.clara.userId],
      )
      return rowCount
    }
    await Promise.all([list(clara), list(clara)])
    expect(await events()).toBe(1)
  })

  test('a balance in the list is the one that a higher balance is compared with', async () => {
    await list(clara, ['equal', '$id', emil.userId])
    bank.clock.pass(0.1)
    const path = `/databases/truedb/collections/users/documents/${emil.userId}`
    const written = await door.send('PATCH', path, { jar: clara, payload: { data: { balance: 25.5 } } })
    expect([written.status, written.body.balance]).toEqual([200, 25.5])
  })

  test('a customer, and an administrator before the passcode, list themselves alone', async () => {
    for (const person of [bank.alice, bank.clara]) {
      const jar = await door.signIn(person.email)
      for (const queries of [
        [],
        [['equal', 'email', person.email]],
        [['equal', 'isAdmin', person === bank.clara]],
        [['contains', 'email', person.email.slice(0, 3)]],
      ] as Query[][]) {
        const { body } = await list(jar, ...queries)
        expect([body.total, namesOf({ body })]).toEqual([1, [person.name]])
      }
      for (const queries of [
        [['equal', '$id', dora.userId]],
        [['equal', 'name', 'Dora']],
        [['equal', 'isActive', false]],
        [['equal', 'isAdmin', person !== bank.clara]],
        [['contains', 'email', 'dora']],
      ] as Query[][]) {
        expect((await list(jar, ...queries)).body).toEqual({ total: 0, documents: [] })
      }
      expect((await list(jar, ['offset', undefined, 1])).body).toEqual({ total: 1, documents: [] })
    }
  })

  test('a visitor lists no users', async () => {
    expect((await list(new Map())).body).toMatchObject({ code: 401, type: 'user_unauthorized' })
  })

  test('a user who has not completed the registration lists nothing', async () => {
    const jar: CookieJar = new Map()
    const account = { userId: 'unique()', email: 'frida@example.com', password: 'battery horse correct' }
    await door.send('POST', '/account', { payload: account })
    const { userId: _id, ...credentials } = account
    expect((await door.send('POST', '/account/sessions/email', { jar, payload: credentials })).status).toBe(
      201,
    )
    expect((await list(jar)).body).toEqual({ total: 0, documents: [] })
    const transactions = await door.send('GET', '/databases/truedb/collections/transactions/documents', {
      jar,
    })
    expect(transactions.body).toEqual({ total: 0, documents: [] })
  })
})
