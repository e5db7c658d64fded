import { endpoints } from '@bank/contract/endpoints'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestBank, password, type TestBank } from '../../test/bank.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const signInBody = JSON.stringify({ email: 'alice@example.com', password })
const json = { 'content-type': 'application/json' }

async function send(request: InjectOptions) {
  const response = await bank.app.inject(request)
  const isProblem = response.headers['content-type'] === 'application/problem+json; charset=utf-8'
  return {
    status: response.statusCode,
    headers: response.headers,
    code: isProblem ? response.json().code : undefined,
  }
}

function post(headers: Record<string, string>, payload: string | Buffer = signInBody, url = '/api/sessions') {
  return send({ method: 'POST', url, headers, payload })
}

describe('a request with an unsafe method', () => {
  test.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost:81' }],
    [{ origin: 'https://localhost' }],
    [{ origin: 'http://evil.example', host: 'evil.example' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'none' }],
  ])('a request from another site (%j) is refused with any body', async (headers) => {
    expect(await post({ ...json, ...headers })).toMatchObject({ status: 403, code: 'csrf' })
    const form = { ...headers, 'content-type': 'text/plain' }
    expect(await post(form)).toMatchObject({ status: 403, code: 'csrf' })
    const out = await send({ method: 'DELETE', url: '/api/sessions/current', headers })
    expect(out).toMatchObject({ status: 403, code: 'csrf' })
  })

  test.each([
    [{}],
    [{ origin: 'http://localhost:80', host: 'localhost:80' }],
    [{ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }],
    [{ origin: 'http://[::1]:3000', host: '[::1]:3000' }],
  ])('a request from the bank’s own pages or from another client (%j) is accepted', async (headers) => {
    expect((await post({ ...json, ...headers })).status).toBe(201)
  })

  test('with a public URL a request is accepted from that origin only', async () => {
    const secure = await openTestBank({ publicUrl: 'https://bank.example' })
    const from = (origin: string) =>
      secure.app.inject({
        method: 'POST',
        url: '/api/sessions',
        headers: { ...json, origin },
        payload: signInBody,
      })
    expect((await from('https://bank.example')).statusCode).toBe(201)
    for (const origin of [
      'http://bank.example',
      'https://bank.example.evil.example',
      'http://localhost:80',
    ]) {
      expect((await from(origin)).json().code).toBe('csrf')
    }
    await secure.close()
  })
})

describe('a body', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json\ta',
    'application/json garbage',
    'application/json;charset=utf-16',
    'application/json; charset=utf-8; x=y',
    'application/jsonp',
    'application/json,text/plain',
    'Application/Json ;',
    '',
  ])('a body of the type %j is refused', async (type) => {
    expect(await post({ 'content-type': type })).toMatchObject({
      status: 415,
      code: 'media_type_unsupported',
    })
  })

  test('a body without a type is refused', async () => {
    expect(await post({})).toMatchObject({ status: 415, code: 'media_type_unsupported' })
  })

  test.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON;charset=UTF-8'])(
    'a body of the type %j is read',
    async (type) => {
      expect((await post({ 'content-type': type })).status).toBe(201)
    },
  )

  test.each([
    '{',
    '',
    'email=alice',
    '{"email":"alice@example.com","password":"correct horse battery","__proto__":{"role":"administrator"}}',
    '{"constructor":{"prototype":{"role":"administrator"}}}',
    Buffer.from([0xff, 0xfe, 0x00]),
  ])('a body that is not JSON, or that pollutes a prototype (%j), is malformed', async (payload) => {
    expect(await post(json, payload)).toMatchObject({ status: 400, code: 'malformed' })
    expect(({} as Record<string, unknown>).role).toBeUndefined()
  })

  test.each(['null', '[]', '"text"', '1', `${'['.repeat(20_000)}${']'.repeat(20_000)}`])(
    'a body that is JSON but not an object is refused with validation errors',
    async (payload) => {
      expect(await post(json, payload)).toMatchObject({ status: 422, code: 'validation' })
    },
  )

  test('a body of more than 64 kB is refused', async () => {
    const long = JSON.stringify({ email: 'x'.repeat(64 * 1024) })
    expect(await post(json, long)).toMatchObject({ status: 413, code: 'body_too_large' })
  })

  test('a body where the endpoint takes none is refused unless it is {}', async () => {
    const { cookies } = bank.alice
    await bank.call(bank.alice, endpoints.readMe)
    const request = { url: '/api/me', headers: json, payload: '{}', cookies: Object.fromEntries(cookies) }
    expect(await send({ ...request, method: 'GET' })).toMatchObject({ status: 400, code: 'malformed' })
    const out = { ...request, url: '/api/sessions/current', method: 'DELETE' } as const
    expect(await send({ ...out, payload: '{"all":true}' })).toMatchObject({ status: 422, code: 'validation' })
    expect(await send({ ...out, payload: 'all', headers: {} })).toMatchObject({ status: 415 })
    expect(await send(out)).toMatchObject({ status: 204 })
    cookies.clear()
  })
})

describe('a path', () => {
  test.each([
    '//api/admin/users/1/activation',
    '/api//admin/users/1/activation',
    '/API/admin/users/1/activation',
    '/api/admin/users/1/activation/',
    '/api/admin/users/1/activation;x',
    '/api/admin/..%2fadmin/users/1/activation',
    '/api/%61dmin/users/1/activation',
    '/api/admin/users/1%2factivation',
    '/api/admin/users/%2e%2e/activation',
    '/api/./admin/users/1/activation',
    '/api/admin/users/1/activation%00',
    '/api/admin%5cusers/1/activation',
  ])('the path %s does not reach the endpoint it imitates', async (url) => {
    const { status, code } = await send({ method: 'PUT', url, payload: {} })
    expect([code, status]).toBeOneOf([
      ['not_found', 404],
      // It matches the path of a user, which can only be read.
      ['method_not_allowed', 405],
      ['signed_out', 401],
    ])
  })

  test('a path that cannot be decoded is malformed or not found', async () => {
    for (const url of [
      '/api/countries/%',
      '/api/countries/%zz',
      '/%c0%af',
      `/api/countries/${'x'.repeat(500)}`,
    ]) {
      expect((await send({ method: 'GET', url })).status).toBeOneOf([400, 404])
    }
  })

  test('an unknown path is answered with the problem not_found', async () => {
    const response = await bank.app.inject({ method: 'GET', url: '/api/nothing?secret=1' })
    expect(response.json()).toEqual({
      type: '/api/docs#not_found',
      title: 'Not Found',
      status: 404,
      code: 'not_found',
      detail: '404 Page not found',
      instance: '/api/nothing',
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      errors: [],
    })
  })

  test('a method that a path does not have is refused with the allowed methods', async () => {
    for (const [method, url, allowed] of [
      ['POST', '/api/me', 'GET, HEAD'],
      ['DELETE', '/api/me?secret=1', 'GET, HEAD'],
      ['OPTIONS', '/api/me', 'GET, HEAD'],
      ['GET', '/api/transfers', 'POST'],
      ['HEAD', '/api/transfers', 'POST'],
      ['PATCH', '/api/sessions/current', 'GET, HEAD, PUT, DELETE'],
      ['PUT', '/api/countries/DE', 'GET, HEAD'],
      ['GET', '/api/csp-report', 'POST'],
    ] as const) {
      const { statusCode, headers } = await bank.app.inject({ method, url })
      expect([url, statusCode, headers.allow]).toEqual([url, 405, allowed])
    }
    // Its body is not looked at.
    const malformed = { payload: '{', headers: { 'content-type': 'application/json' } }
    expect(await send({ method: 'PUT', url: '/api/me', ...malformed })).toMatchObject({
      status: 405,
      code: 'method_not_allowed',
    })
    expect(await send({ method: 'OPTIONS', url: '/api/nothing' })).toMatchObject({ status: 404 })
    expect(await send({ method: 'POST', url: '/dashboard' })).toMatchObject({ status: 405 })
    expect(await send({ method: 'POST', url: '/nothing' })).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('a form that is sent without its script is answered with a page in words, and a script with a problem', async () => {
    for (const url of ['/', '/register?step=2', '/transfer']) {
      const sent = {
        method: 'POST' as const,
        url,
        payload: 'email=alice%40example.com&password=secret',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }
      const page = await bank.app.inject({
        ...sent,
        headers: { ...sent.headers, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
      })
      expect([page.statusCode, page.headers['content-type']]).toEqual([405, 'text/html; charset=utf-8'])
      expect(page.body).toContain('This form needs JavaScript')
      expect(page.body).toContain(`<a href="${url.replace(/\?.*/, '')}">`)
      expect(page.body).not.toMatch(/alice|secret/)
      expect((await bank.app.inject(sent)).json()).toMatchObject({ code: 'method_not_allowed' })
    }
  })
})

describe('every answer', () => {
  test.each([
    '/api/countries/DE',
    '/api/me',
    '/api/nothing',
    '/',
    '/nothing',
    '/healthz',
    '/api/countries/%',
  ])('the answer to %s has the security headers', async (url) => {
    const { headers } = await send({ method: 'GET', url })
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(String(headers['content-security-policy']).split('; ')).toEqual(
      expect.arrayContaining(
        ['default-src', 'object-src', 'base-uri', 'frame-ancestors'].map((name) => `${name} 'none'`),
      ),
    )
    expect(headers).not.toHaveProperty('cross-origin-embedder-policy')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('an unhandled error is answered without its details, which the log has', async () => {
    const lines: string[] = []
    const logged = await openTestBank(
      { logLevel: 'warn' },
      { logTarget: { write: (line) => lines.push(line) } },
    )
    vi.spyOn(logged.bank.sessions, 'find').mockRejectedValue(new Error('the pantry is empty'))
    const { status, problem } = await logged.call(logged.alice, endpoints.readMe)
    expect([status, problem.code, problem.errors]).toEqual([500, 'internal', []])
    expect(problem.detail).toBe('Something went wrong on our side. Nothing was changed.')
    expect(JSON.stringify(problem)).not.toContain('pantry')
    const line = JSON.parse(lines.find((text) => text.includes(problem.traceId)) ?? '{}')
    expect(line).toMatchObject({ level: 'error', route: '/api/me', message: 'the pantry is empty' })
    await logged.close()
  })

  test('an answer is one log line without secrets at level info', async () => {
    const lines: string[] = []
    const logged = await openTestBank(
      { logLevel: 'info' },
      { logTarget: { write: (line) => lines.push(line) } },
    )
    await logged.app.inject({
      method: 'POST',
      url: '/api/sessions#alice@example.com',
      headers: { ...json, 'user-agent': 'x\r\nforged line\u001b[31m' },
      payload: signInBody,
      remoteAddress: '203.0.113.77',
    })
    const line = JSON.parse(lines.find((text) => text.includes('answered')) ?? '{}')
    expect(Object.keys(line).sort()).toEqual(
      ['level', 'method', 'ms', 'msg', 'network', 'route', 'status', 'time', 'traceId'].sort(),
    )
    expect(line).toMatchObject({
      method: 'POST',
      route: '/api/sessions',
      status: 201,
      network: '203.0.113.0/24',
    })
    expect(lines.join('')).not.toMatch(/alice|correct horse|sid=|203\.0\.113\.77|forged/)
    await logged.close()
  })
})
