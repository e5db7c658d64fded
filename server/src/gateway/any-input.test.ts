import { endpoints } from '@bank/contract/endpoints'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'
import {
  type CookieJar,
  gateway,
  openGatewayDoor,
  gatewayProject as project,
} from '../../test/gateway-door.ts'

let bank: TestBank
let door: ReturnType<typeof openGatewayDoor>
beforeAll(async () => {
  bank = await openTestBank({ gateway })
  door = openGatewayDoor(bank)
})
afterAll(() => bank.close())

const sessionCookie = `a_session_${project}`
const documents = (collection: string) => `/databases/truedb/collections/${collection}/documents`

describe('any input', () => {
  const names = fc.oneof(
    fc.constantFrom(
      ...[
        'userId',
        'email',
        'password',
        'oldPassword',
        'name',
        'documentId',
        'data',
        'passcode',
        'permissions',
      ],
      ...[
        'balance',
        'isActive',
        'isAdmin',
        'avatar',
        'pin',
        'current_pin',
        'account_type',
        'currency',
        '$id',
      ],
      ...['constructor', 'toString', 'hasOwnProperty', '', '\u0000'],
    ),
    fc.string(),
  )
  const values = fc.oneof(
    fc.constantFrom(
      'unique()',
      '\u0000@example.com',
      '\ud800',
      '********',
      'x'.repeat(10_000),
      '-0',
      '1e400',
    ),
    fc.constantFrom(-0, 1e308, 2 ** 53, 1e15, 0.1 + 0.2, 5e-324, true, false, null),
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.array(fc.jsonValue({ maxDepth: 2 })),
  )
  const fields = fc.dictionary(names, values, { maxKeys: 6, noNullPrototype: true })
  const body = fc.oneof(
    fields,
    fc.record({ documentId: fc.oneof(values, fc.uuid()), data: fc.oneof(fields, values) }),
    fc.record({ data: fields }),
    fc.record({ userId: values, email: values, password: values, name: values }),
    fc.jsonValue(),
  )
  const ids = fc.oneof(
    fc.constantFrom('current', 'passcode', 'unique()', 'own', 'other'),
    fc.uuid(),
    fc.string(),
  )
  const collections = fc.constantFrom('users', 'transactions', 'settings', '__proto__', 'constructor')
  const databases = fc.constantFrom('truedb', 'truedb', 'truedb', '__proto__', 'constructor')
  const texts = fc.oneof(fc.constantFrom('\u0000', '\ud800', '%_\\', '', 'debit'), fc.string())
  const query = fc
    .record({
      method: fc.oneof(
        fc.constantFrom(
          'equal',
          'equal',
          'contains',
          'limit',
          'offset',
          'cursorAfter',
          'cursorBefore',
          'orderAsc',
        ),
        fc.string(),
      ),
      attribute: fc.oneof(
        fc.constantFrom(
          'email',
          'email',
          'name',
          'id',
          '$id',
          'userId',
          'type',
          'status',
          'isAdmin',
          '$createdAt',
        ),
        fc.string(),
      ),
      values: fc.array(fc.oneof(texts, fc.uuid(), values), { maxLength: 2 }),
    })
    .map((one) => JSON.stringify(one))
  const queries = fc
    .array(fc.oneof({ arbitrary: query, weight: 4 }, fc.string()), { maxLength: 2 })
    .map((all) => all.map((one, at) => `queries[${at}]=${encodeURIComponent(one.toWellFormed())}`).join('&'))
  const requests = fc.oneof(
    fc.record({
      method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'PUT'),
      path: fc.constantFrom(
        ...[
          '/account',
          '/account/password',
          '/account/sessions/email',
          '/account/sessions/current',
          '/avatars',
        ],
      ),
      body,
    }),
    fc.record({
      method: fc.constantFrom('GET', 'DELETE'),
      path: ids.map((id) => `/account/sessions/${encodeURIComponent(id)}`),
      body: fc.constant({}),
    }),
    fc.record({
      method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'),
      path: fc
        .tuple(databases, collections, fc.option(ids), queries)
        .map(
          ([database, collection, id, asked]) =>
            `/databases/${database}/collections/${collection}/documents${id === null ? '' : `/${encodeURIComponent(id)}`}?${asked}`,
        ),
      body,
    }),
  )

  test('with a NUL in the e-mail of a sign-in is refused like any other text that is no e-mail', async () => {
    const payload = { email: 'a\u0000b@example.com', password }
    const { status, body } = await door.send('POST', '/account/sessions/email', { payload })
    expect([status, body.message]).toEqual([400, 'Invalid email address'])
  })

  test('with a NUL in a query is refused', async () => {
    const cleo = await bank.openAccount('Cleo', { role: 'administrator' })
    await bank.elevate(cleo)
    const jar = new Map([[sessionCookie, cleo.cookies.get('sid')!]])
    for (const [method, attribute] of [
      ['equal', 'name'],
      ['equal', 'email'],
      ['contains', 'email'],
    ]) {
      const query = encodeURIComponent(JSON.stringify({ method, attribute, values: ['a\u0000'] }))
      const { body } = await door.send('GET', `${documents('users')}?queries[0]=${query}`, { jar })
      expect(body).toMatchObject({ code: 400, type: 'general_query_invalid' })
    }
  })

  test('of any caller to any call is answered, never with a server error', async () => {
    const unlimited = await openTestBank({ gateway, rateLimits: false })
    const { send, signIn } = openGatewayDoor(unlimited)
    let opened = 0
    const jarOf = ({ cookies }: Person) => new Map([[sessionCookie, cookies.get('sid')!]])
    const callers = {
      visitor: async () => new Map<string, string>(),
      pending: async () => {
        const email = `pending${++opened}@example.com`
        await send('POST', '/account', { payload: { userId: 'unique()', email, password } })
        return signIn(email)
      },
      customer: async () => {
        const person = await unlimited.openAccount(`Customer${++opened}`, { amountMinor: 100_00n })
        await unlimited.call(person, endpoints.checkSession)
        return jarOf(person)
      },
      administrator: async () => {
        const person = await unlimited.openAccount(`Administrator${++opened}`, { role: 'administrator' })
        await unlimited.elevate(person)
        return jarOf(person)
      },
    }
    const jars = new Map<keyof typeof callers, CookieJar>()
    // A request may end its session, so each caller has another one after some requests.
    async function jarFor(who: keyof typeof callers): Promise<CookieJar> {
      const jar = jars.get(who)
      const account = jar && (await send('GET', '/account', { jar }))
      if (account?.status === 200 || (jar && who === 'visitor')) return jar!
      jars.set(who, await callers[who]())
      return jars.get(who)!
    }
    const names = fc.constantFrom('visitor', 'pending', 'customer', 'administrator', 'administrator')
    await fc.assert(
      fc.asyncProperty(requests, names, async ({ method, path, body: payload }, name) => {
        const jar = await jarFor(name as keyof typeof callers)
        const { body: account } = await send('GET', '/account', { jar })
        const own = path.replace('/own', `/${account.$id}`).replace('/other', `/${unlimited.bruno.userId}`)
        const hasBody = method !== 'GET' && method !== 'HEAD'
        const sent = hasBody ? { payload: JSON.stringify(payload).toWellFormed() } : {}
        const { status } = await send(method, own, { jar, ...sent })
        expect(status).toBeLessThan(500)
      }),
      { numRuns: 300 },
    )
    await unlimited.close()
  })
})
