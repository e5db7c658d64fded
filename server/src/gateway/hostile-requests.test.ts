import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestBank, password, type TestBank } from '../../test/bank.ts'
import {
  type CookieJar,
  gateway,
  openGatewayDoor,
  gatewayOrigin as origin,
  gatewayProject as project,
} from '../../test/gateway-door.ts'
import { profileDocument } from '../../test/profile-document.ts'
import { writeSecurityEvents } from '../audit/write-security-events.ts'
import { sessionKeyOf } from '../sessions/session.ts'

let bank: TestBank
let door: ReturnType<typeof openGatewayDoor>
let port: number
beforeAll(async () => {
  bank = await openTestBank({ gateway })
  door = openGatewayDoor(bank)
  await bank.app.listen({ host: '127.0.0.1', port: 0 })
  port = (bank.app.server.address() as AddressInfo).port
})
afterAll(() => bank.close())

const sessionCookie = `a_session_${project}`
const documents = (collection: string) => `/databases/truedb/collections/${collection}/documents`

/** Sends raw bytes and returns everything received until the server closes the connection. */
function sendRaw(...lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(lines.join('\r\n')))
    let heard = ''
    socket.on('data', (bytes) => {
      heard += bytes.toString()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(heard))
  })
}

/** The statuses of the answers received. */
function answers(heard: string): string[] {
  return [...heard.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status!)
}

describe('a request from another site', () => {
  const credentials = () => ({ email: bank.alice.email, password })

  test.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://app.example' }],
    [{ origin: 'https://app.example:8443' }],
    [{ origin: 'https://app.example.evil.example' }],
    [{ origin: `${origin}, https://evil.example` }],
    [{ origin: undefined, 'sec-fetch-site': 'cross-site' }],
    [{ origin: undefined, 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
  ])('a call from another site (%j) is refused with any method and body', async (headers) => {
    const jar = await door.signIn(bank.alice.email)
    const refusals = [
      await door.send('POST', '/account/sessions/email', { headers, payload: credentials() }),
      await door.send('POST', '/account/sessions/email', {
        headers: { ...headers, 'content-type': 'text/plain' },
        payload: JSON.stringify(credentials()),
      }),
      await door.send('DELETE', '/account/sessions/current', { headers, jar }),
      await door.send('GET', '/account', { headers, jar }),
      await door.send('OPTIONS', '/account', { headers }),
    ]
    for (const { status, body, headers: answered } of refusals) {
      expect([status, body.type]).toEqual([403, 'general_unknown_origin'])
      expect(answered).not.toHaveProperty('access-control-allow-origin')
      expect(answered).not.toHaveProperty('set-cookie')
    }
    expect((await door.send('GET', '/account', { jar })).status).toBe(200)
  })

  test('a call from another site and one for another user’s document are security events', async () => {
    const { db, securityWatch } = bank.bank
    const written = () =>
      writeSecurityEvents({ db, securityWatch }, { info: () => undefined }, bank.clock.now())
    await written()
    bank.clock.pass(2)
    await door.send('GET', '/account', { headers: { origin: 'https://evil.example' } })
    const jar = await door.signIn(bank.alice.email)
    await door.send('GET', `${documents('users')}/${bank.bruno.userId}`, { jar })
    await written()
    const { rows } = await db.query(
      'select kind, user_id as "userId", route from security_events order by id desc limit 2',
    )
    expect(rows.toReversed()).toEqual([
      { kind: 'csrf', userId: null, route: '/v1/account' },
      {
        kind: 'forbidden',
        userId: bank.alice.userId,
        route: '/v1/databases/:databaseId/collections/:collectionId/documents/:documentId',
      },
    ])
  })
})

describe('the project', () => {
  test.each(['TruePenny', `${project}, ${project}`, '', ' ', '__proto__'])(
    'a request with the project "%s" is refused before its session is read',
    async (name) => {
      const headers = { 'x-appwrite-project': name }
      const jar = await door.signIn(bank.alice.email)
      const { status, body } = await door.send('GET', '/account', { headers, jar })
      expect([status, body.type]).toEqual([404, 'project_not_found'])
    },
  )

  test('a project sent twice is refused', async () => {
    const header = `X-Appwrite-Project: ${project}`
    const heard = await sendRaw(
      'GET /v1/ping HTTP/1.1',
      'Host: localhost',
      header,
      header,
      'Connection: close',
      '',
      '',
    )
    expect(answers(heard)).toEqual(['404'])
  })
})

describe('a path that is spelled in another way', () => {
  test.each([
    ['/%76%31/account', '200'],
    ['http://localhost/v1/account', '200'],
    ['/v1/account?x=/api/', '200'],
    ['/v1//account', '404'],
    ['//v1/account', '404'],
    ['/v1/account/', '404'],
    ['/V1/account', '404'],
    ['/v1/./account', '404'],
    ['/v1/../v1/account', '404'],
    ['/v1/../api/me', '404'],
    ['/api/../v1/account', '404'],
    ['/v1%2faccount', '404'],
  ])('%s is the call with all its checks, or no call', async (target, status) => {
    const jar = await door.signIn(bank.alice.email)
    const token = jar.get(sessionCookie)!
    const get = async (...headers: string[]) =>
      answers(
        await sendRaw(`GET ${target} HTTP/1.1`, 'Host: localhost', ...headers, 'Connection: close', '', ''),
      )
    const named = `X-Appwrite-Project: ${project}`
    expect(await get(named, `Cookie: ${sessionCookie}=${token}`)).toEqual([status])
    // Not with the cookie of the bank's own pages, without the project, or from another site.
    const refused = [
      await get(named, `Cookie: sid=${token}`),
      await get(`Cookie: ${sessionCookie}=${token}; sid=${token}`),
      await get(named, `Cookie: ${sessionCookie}=${token}`, 'Origin: https://evil.example'),
    ]
    for (const [answered] of refused) expect(answered).toMatch(/^4/)
  })

  test('a header cannot change the method', async () => {
    const jar = await door.signIn(bank.alice.email)
    const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }
    const path = '/account/sessions/current'
    expect((await door.send('GET', path, { jar, headers })).status).toBe(200)
    expect((await door.send('POST', path, { jar, headers, payload: {} })).body.type).toBe(
      'general_route_not_found',
    )
    expect((await door.send('GET', '/account', { jar })).status).toBe(200)
  })
})

describe('a session', () => {
  test('a session that ends while its account is being read is signed out', async () => {
    const jar = await door.signIn(bank.bruno.email)
    const { sessions } = bank.bank
    const session = await sessions.find(sessionKeyOf(jar.get(sessionCookie)!)!)
    await door.send('DELETE', '/account/sessions/current', { jar: new Map(jar) })
    const find = vi.spyOn(sessions, 'find').mockResolvedValueOnce(session)
    const { status, body } = await door.send('GET', '/account', { jar })
    find.mockRestore()
    expect([status, body.type]).toEqual([401, 'general_unauthorized_scope'])
  })

  test('the session of a pending registration opens nothing at the bank’s own paths, and completing it opens another one', async () => {
    const jar: CookieJar = new Map()
    const email = 'fixed@example.com'
    const begun = await door.send('POST', '/account', { payload: { userId: 'unique()', email, password } })
    await door.send('POST', '/account/sessions/email', { jar, payload: { email, password } })
    const pending = jar.get(sessionCookie)!
    const own = await bank.app.inject({ url: '/api/me', headers: { cookie: `sid=${pending}` } })
    expect(own.statusCode).toBe(401)
    const created = await door.send('POST', documents('users'), {
      jar,
      payload: { documentId: begun.body.$id, data: { ...profile, email } },
    })
    expect(created.status).toBe(201)
    expect(jar.get(sessionCookie)).not.toBe(pending)
    const before = new Map([[sessionCookie, pending]])
    expect((await door.send('GET', '/account', { jar: before })).status).toBe(401)
    const again = { documentId: begun.body.$id, data: { ...profile, email } }
    expect((await door.send('POST', documents('users'), { jar: before, payload: again })).status).not.toBe(
      201,
    )
  })
})

describe('a bank behind https', () => {
  test.each([
    ['same-site', 'Secure; SameSite=Strict'],
    ['cross-site', 'Secure; SameSite=None; Partitioned'],
  ] as const)(
    'with GATEWAY_COOKIES=%s no other host can replace the session cookie',
    async (cookies, attributes) => {
      const publicUrl = 'https://bank.example'
      const secure = await openTestBank({ publicUrl, gateway: { ...gateway, cookies } })
      const { send } = openGatewayDoor(secure)
      const payload = { email: secure.alice.email, password }
      const jar: CookieJar = new Map()
      const { headers } = await send('POST', '/account/sessions/email', { jar, payload })
      const [session, device] = [headers['set-cookie']].flat().map(String)
      expect(session).toMatch(/^__Host-a_session_truepenny=[\w-]{43}; Path=\/; HttpOnly; /)
      expect(session!.split('; ').toSorted()).toEqual(
        expect.arrayContaining(attributes.split('; ').toSorted()),
      )
      expect(device).toMatch(/^__Host-a_device_truepenny=/)
      const tossed = new Map([[sessionCookie, jar.get(`__Host-${sessionCookie}`)!]])
      expect((await send('GET', '/account', { jar: tossed })).status).toBe(401)
      expect((await send('GET', '/account', { jar })).status).toBe(200)
      await secure.close()
    },
  )
})

const profile = { name: 'Fay Field', ...profileDocument }

describe('rate limits', () => {
  const remoteAddress = '203.0.113.9'
  const json = { 'content-type': 'application/json' }
  const named = { origin, 'x-appwrite-project': project }
  const headersAt = {
    '/api/sessions': json,
    '/v1/account/sessions/email': { ...json, ...named },
  }
  const signIn = async (url: keyof typeof headersAt, email: string) => {
    const payload = { email, password: 'a wrong one' }
    const sent = { method: 'POST', url, payload, headers: headersAt[url], remoteAddress } as const
    return (await bank.app.inject(sent)).statusCode
  }

  test('sign-ins under /v1 and under /api count together for an address', async () => {
    bank.clock.pass(24 * 60)
    for (let at = 0; at < 10; at++) {
      expect(await signIn('/api/sessions', `own${at}@example.com`)).toBe(401)
      expect(await signIn('/v1/account/sessions/email', `hosted${at}@example.com`)).toBe(401)
    }
    expect(await signIn('/api/sessions', 'one@example.com')).toBe(429)
    expect(await signIn('/v1/account/sessions/email', 'one@example.com')).toBe(429)
  })

  test('wrong passwords under /v1 block the sign-in under /api', async () => {
    bank.clock.pass(24 * 60)
    const email = 'blocked@example.com'
    for (let at = 0; at < 5; at++) expect(await signIn('/v1/account/sessions/email', email)).toBe(401)
    expect(await signIn('/api/sessions', email)).toBe(429)
  })

  test.each([
    ['a call', 'GET', '/v1/ping', named, 200, 1_200],
    ['an unknown call', 'GET', '/v1/nothing', named, 404, 300],
    ['another project', 'GET', '/v1/ping', { origin, 'x-appwrite-project': 'other' }, 404, 300],
    ['a preflight', 'OPTIONS', '/v1/account', { origin }, 204, 600],
  ] as const)('%s: %s %s is limited for each address', async (_, method, url, headers, status, allowed) => {
    bank.clock.pass(24 * 60)
    const counts = new Map<number, number>()
    for (let sent = 0; sent < allowed + 20; sent += 20) {
      const replies = Array.from({ length: 20 }, () =>
        bank.app.inject({ method, url, headers, remoteAddress }),
      )
      for (const { statusCode } of await Promise.all(replies)) {
        counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1)
      }
    }
    expect([...counts]).toEqual([
      [status, allowed],
      [429, 20],
    ])
  })
})

test('Expect: 100-continue is answered with 100 and then with the result', async () => {
  const heard = await sendRaw(
    'POST /v1/account/sessions/email HTTP/1.1',
    'Host: localhost',
    `X-Appwrite-Project: ${project}`,
    'Content-Type: application/json',
    'Content-Length: 2',
    'Expect: 100-continue',
    'Connection: close',
    '',
    '{}',
  )
  expect(answers(heard)).toEqual(['100', '400'])
})
