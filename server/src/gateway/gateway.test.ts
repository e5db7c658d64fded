import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, password, type TestBank } from '../../test/bank.ts'
import {
  gateway,
  openGatewayDoor,
  gatewayOrigin as origin,
  gatewayProject as project,
} from '../../test/gateway-door.ts'

let bank: TestBank
let send: ReturnType<typeof openGatewayDoor>['send']
let signIn: ReturnType<typeof openGatewayDoor>['signIn']
beforeAll(async () => {
  bank = await openTestBank({ gateway })
  ;({ send, signIn } = openGatewayDoor(bank))
})
afterAll(() => bank.close())

describe('the door of the gateway', () => {
  test('a bank without GATEWAY_PROJECT has no /v1', async () => {
    const other = await openTestBank()
    const response = await other.app.inject({ url: '/v1/ping', headers: { 'x-appwrite-project': project } })
    expect([response.statusCode, response.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    await other.close()
  })

  test('a request from a page of another origin is refused without CORS headers', async () => {
    const refused = await send('GET', '/ping', { headers: { origin: 'https://evil.example' } })
    expect([refused.status, refused.body.type]).toEqual([403, 'general_unknown_origin'])
    expect(refused.headers['access-control-allow-origin']).toBeUndefined()
    const hidden = { origin: undefined, 'sec-fetch-site': 'cross-site' }
    expect((await send('GET', '/ping', { headers: hidden })).body.type).toBe('general_unknown_origin')
  })

  test('a page of an allowed origin may read answers and errors, with its cookies', async () => {
    for (const path of ['/ping', '/account', '/nothing']) {
      const { headers } = await send('GET', path)
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        vary: 'Origin',
      })
    }
  })

  test('a preflight allows the headers that the clients send, without a project and a session', async () => {
    const answer = await send('OPTIONS', '/account', { headers: { 'x-appwrite-project': undefined } })
    expect(answer.status).toBe(204)
    expect(answer.headers['access-control-allow-methods']).toBe('GET, POST, PATCH, DELETE')
    for (const name of ['content-type', 'x-appwrite-project', 'x-fallback-cookies', 'x-sdk-version']) {
      expect(answer.headers['access-control-allow-headers']).toContain(name)
    }
  })

  test('a request without the project or with another one is refused', async () => {
    for (const name of [undefined, 'other']) {
      const { status, body } = await send('GET', '/ping', { headers: { 'x-appwrite-project': name } })
      expect([status, body.code, body.type]).toEqual([404, 404, 'project_not_found'])
    }
  })

  test('ping is answered with Pong! and unknown calls with general_route_not_found', async () => {
    expect((await send('GET', '/ping')).body).toBe('Pong!')
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/teams'],
      ['PUT', '/account'],
      ['POST', '/account/jwts'],
    ] as const) {
      expect((await send(method, path)).body).toMatchObject({ code: 404, type: 'general_route_not_found' })
    }
  })

  test('a body that is not JSON, is no object or has more than 64 kB is refused', async () => {
    const filled = JSON.stringify({ email: 'a'.repeat(64 * 1024 - 11) })
    for (const payload of ['{', '[]', '"text"', '', filled]) {
      const { status, body } = await send('POST', '/account/sessions/email', { payload })
      expect([status, body.type], payload.slice(0, 9)).toEqual([400, 'general_argument_invalid'])
    }
    const form = { 'content-type': 'text/plain' }
    const { body } = await send('POST', '/account/sessions/email', { payload: '{}', headers: form })
    expect(body).toMatchObject({ code: 400, type: 'general_argument_invalid' })
  })
})

describe('the account service', () => {
  test('a sign-in opens a session whose cookie only /v1 gets, and signing out ends it', async () => {
    const { email, userId, name } = bank.alice
    const signedIn = await send('POST', '/account/sessions/email', { payload: { email, password } })
    expect(signedIn.status).toBe(201)
    expect(signedIn.body).toMatchObject({ userId, provider: 'email', current: true, secret: '', ip: '' })
    const cookie = String(signedIn.headers['set-cookie']).split(',')[0]!
    expect(cookie).toMatch(/^a_session_truepenny=[\w-]{43}; Path=\/v1; HttpOnly; SameSite=Strict$/)
    const [cookieName, value = ''] = cookie.split(';')[0]!.split('=')
    const session = { jar: new Map([[cookieName!, value]]) }
    expect((await send('GET', '/account', session)).body).toMatchObject({
      $id: userId,
      name,
      email,
      labels: [],
    })
    expect((await send('GET', '/account/sessions/current', session)).body.$id).toBe(signedIn.body.$id)
    const out = await send('DELETE', '/account/sessions/current', { ...session, payload: {} })
    expect([out.status, out.body]).toEqual([204, ''])
    expect(String(out.headers['set-cookie'])).toContain(
      'a_session_truepenny=; Path=/v1; Expires=Thu, 01 Jan 1970',
    )
    const after = await send('GET', '/account', { jar: new Map([[cookieName!, value]]) })
    expect(after.body).toMatchObject({ code: 401, type: 'general_unauthorized_scope' })
  })

  test('a session of the bank’s own pages is none of the gateway’s, and the other way round', async () => {
    const token = (await signIn(bank.bruno.email)).get(`a_session_${project}`)!
    expect((await send('GET', '/account', { jar: new Map([['sid', token]]) })).status).toBe(401)
    const headers = { cookie: `a_session_${project}=${token}` }
    const own = await bank.app.inject({ url: '/api/me', headers })
    expect(own.statusCode).toBe(401)
  })

  test('wrong credentials are refused with the bank’s sentence', async () => {
    const { email } = bank.alice
    const { body } = await send('POST', '/account/sessions/email', {
      payload: { email, password: 'wrong one' },
    })
    expect(body).toEqual({
      message: 'Invalid credentials. Please check the email and password.',
      code: 401,
      type: 'user_invalid_credentials',
      version: '1.6.0',
    })
  })

  test('a password is changed with the old one, which ends other sessions and renews the cookie', async () => {
    const dora = await bank.openAccount('Dora')
    const [jar, other] = [await signIn(dora.email), await signIn(dora.email)]
    const change = (oldPassword: string) =>
      send('PATCH', '/account/password', { jar, payload: { password: 'a new horse battery', oldPassword } })
    expect((await change('********')).body).toMatchObject({ code: 401, type: 'user_challenge_required' })
    expect((await change('wrong one')).body.type).toBe('user_invalid_credentials')
    const before = new Map(jar)
    const changed = await change(password)
    expect([changed.status, changed.body.$id]).toEqual([200, dora.userId])
    expect((await send('GET', '/account', { jar })).status).toBe(200)
    for (const ended of [before, other]) {
      expect((await send('GET', '/account', { jar: ended })).status).toBe(401)
    }
  })
})

describe('the passcode', () => {
  const documents = '/databases/truedb/collections/settings/documents'

  test('an administrator reads that it exists, enters it and changes it, and no answer has its value', async () => {
    const jar = await signIn(bank.clara.email)
    const before = await send('GET', `${documents}/passcode`, { jar })
    expect([before.status, before.body.$id, 'passcode' in before.body]).toEqual([200, 'passcode', false])
    const wrong = { documentId: 'unique()', data: { passcode: 'open barley' } }
    const refused = await send('POST', documents, { jar, payload: wrong })
    expect(refused.body).toMatchObject({ message: 'Invalid passcode', type: 'user_invalid_credentials' })
    const change = { data: { passcode: 'open wheat' } }
    const early = await send('PATCH', `${documents}/passcode`, { jar, payload: change })
    expect(early.body).toMatchObject({ code: 401, type: 'user_challenge_required' })
    const right = { documentId: 'unique()', data: { passcode: 'open sesame' } }
    const entered = await send('POST', documents, { jar, payload: right })
    expect(entered.status).toBe(201)
    const changed = await send('PATCH', `${documents}/passcode`, { jar, payload: change })
    expect([changed.status, JSON.stringify(changed.body)]).toEqual([
      200,
      expect.not.stringContaining('wheat'),
    ])
  })

  test('it does not exist for customers and visitors, and no other document does', async () => {
    const jar = await signIn(bank.alice.email)
    expect((await send('GET', `${documents}/passcode`, { jar })).body.type).toBe('document_not_found')
    expect((await send('GET', `${documents}/passcode`)).body.type).toBe('user_unauthorized')
    const guess = { documentId: 'unique()', data: { passcode: 'open sesame' } }
    expect((await send('POST', documents, { jar, payload: guess })).body.type).toBe('user_unauthorized')
    for (const path of [
      '/databases/other/collections/settings/documents',
      '/databases/truedb/collections/cards/documents',
    ]) {
      expect((await send('GET', path, { jar })).body.type).toMatch(/^(database|collection)_not_found$/)
    }
    expect((await send('DELETE', `${documents}/passcode`, { jar, payload: {} })).body.type).toBe(
      'user_unauthorized',
    )
  })
})
