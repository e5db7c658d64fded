import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { endpoints } from '@bank/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestBank, type TestBank } from '../../../test/bank.ts'
import { waitUntil } from '../../../test/wait-until.ts'
import { openCookies } from '../api/cookies.ts'
import { openRateLimits } from '../api/rate-limits.ts'
import { openUserTurns } from '../api/turns-of-a-user.ts'
import { openRequestIds } from '../request-ids.ts'
import { openHttp } from '../server.ts'
import { receiveRequests } from './receive-requests.ts'
import { openRequestQueue } from './request-queue.ts'

// Short timeouts, so that the tests are fast.
const timeouts = { headers: 400, request: 800, check: 50, idle: 60_000, write: 60_000, close: 8_000 }
let bank: TestBank
let port: number
beforeAll(async () => {
  bank = await openTestBank({}, { timeouts })
  await bank.app.listen({ host: '127.0.0.1', port: 0 })
  port = (bank.app.server.address() as AddressInfo).port
})
afterAll(() => bank.close())

/** Sends raw bytes and returns everything received until the server closes the connection. */
function sendRaw(...lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write(lines.join('\r\n')))
  return heardFrom(socket)
}

function heardFrom(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    socket.on('data', (bytes) => {
      heard += bytes.toString()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(heard))
  })
}

function countConnections({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}

/** The statuses of the answers received. */
function answers(heard: string): string[] {
  return [...heard.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status!)
}

const smuggledRequest = ['GET /api/me HTTP/1.1', 'Host: localhost', '', '']

// What is not HTTP is answered after a while: these wait together.
describe.concurrent('request smuggling', () => {
  test.each([
    ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
    ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 4']],
    ['two lengths', ['Content-Length: 4', 'Content-Length: 40']],
    ['a length with a sign', ['Content-Length: +4']],
    ['a length that is no number', ['Content-Length: 4, 4']],
    ['chunks under another name', ['Transfer-Encoding: xchunked']],
    ['chunks twice', ['Transfer-Encoding: chunked, identity']],
    ['a space before the colon', ['Content-Length : 4']],
    ['a header folded over two lines', ['Transfer-Encoding:', ' chunked', 'Content-Length: 4']],
  ])('a request with %s is refused and the connection closed', async (_, headers) => {
    const heard = await sendRaw(
      'POST /api/sessions HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      ...headers,
      '',
      '0',
      '',
      ...smuggledRequest,
    )
    expect(answers(heard)).toEqual(['400'])
    expect(heard).toContain('Content-Type: application/problem+json')
    expect(heard).toContain('Connection: close')
    expect(JSON.parse(heard.slice(heard.indexOf('{'))).code).toBe('malformed')
  })

  test('a request hidden in the body of another is not answered', async () => {
    const hidden = smuggledRequest.join('\r\n')
    const heard = await sendRaw(
      'GET /api/sessions/current HTTP/1.1',
      'Host: localhost',
      `Content-Length: ${hidden.length}`,
      'Connection: close',
      '',
      hidden,
    )
    expect(answers(heard)).toEqual(['400'])
  })
})

describe('raw connections', () => {
  test('Expect: 100-continue is answered with 100 and then with the result', async () => {
    const heard = await sendRaw(
      'POST /api/sessions HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      'Content-Length: 2',
      'Expect: 100-continue',
      'Connection: close',
      '',
      '{}',
    )
    expect(answers(heard)).toEqual(['100', '422'])
  })

  test('a large upload without a session is refused before its body is requested', async () => {
    const heard = await sendRaw(
      'PUT /api/me/avatar HTTP/1.1',
      'Host: localhost',
      'Content-Type: image/png',
      'Content-Length: 2000000',
      'Expect: 100-continue',
      '',
      '',
    )
    expect(answers(heard)).toEqual(['401'])
    expect(heard.toLowerCase()).toContain('connection: close')
  })

  test.each([
    ['422', 'PUT /api/me/avatar', 'text/plain'],
    ['405', 'DELETE /api/sessions', 'application/json'],
    ['413', 'POST /api/sessions', 'application/json'],
    ['400', 'GET /api/me', 'application/json'],
    ['400', 'GET /', 'text/plain'],
  ])(
    'the refusal %s of %s with a large body closes the connection instead of reading it',
    async (status, line, type) => {
      const heard = await sendRaw(
        `${line} HTTP/1.1`,
        'Host: localhost',
        `Content-Type: ${type}`,
        'Content-Length: 2000000',
        '',
        'the beginning',
      )
      // One answer: while the rest was awaited, a time-out would follow.
      expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`])
      expect(heard.toLowerCase()).toContain('connection: close')
    },
  )

  test('any other Expect is answered with 417', async () => {
    const heard = await sendRaw('GET / HTTP/1.1', 'Host: localhost', 'Expect: something-else', '', '')
    expect(answers(heard)).toEqual(['417'])
    expect(JSON.parse(heard.slice(heard.indexOf('{'))).code).toBe('expectation_failed')
  })

  test('TRACE repeats nothing of a request, on any path', async () => {
    for (const path of ['/', '/api/me', '/nothing']) {
      const heard = await sendRaw(
        `TRACE ${path} HTTP/1.1`,
        'Host: localhost',
        'X-Mark: secret',
        'Connection: close',
        '',
        '',
      )
      expect(answers(heard)[0]).toMatch(/^4/)
      expect(heard).not.toContain('secret')
    }
  })

  test('two Host headers, equal or not, are malformed', async () => {
    for (const second of ['localhost', 'evil.example']) {
      const heard = await sendRaw(
        'GET /healthz HTTP/1.1',
        'Host: localhost',
        `host: ${second}`,
        'Connection: close',
        '',
        '',
      )
      expect(answers(heard)).toEqual(['400'])
    }
  })

  test('HTTP/0.9 is malformed', async () => {
    const heard = await sendRaw('GET /healthz', '', '')
    expect(answers(heard)).toEqual(['400'])
  })

  test('the refusal of malformed HTTP has the security headers of every answer', async () => {
    const heard = await sendRaw('this is TLS', '', '')
    expect(heard).toMatch(/^content-security-policy: default-src 'none'/im)
    expect(heard).toMatch(/^x-content-type-options: nosniff/im)
  })

  test('a client that does not read its answer is disconnected, and a slow one is not', async () => {
    // Longer than a busy machine stands still.
    const strict = await openHttp(bank.bank, { timeouts: { ...timeouts, write: 1_000 } })
    // Larger than the buffers of the operating system, and in chunks: progress is seen for each chunk that was taken.
    const chunk = Buffer.alloc(64 * 1024)
    const chunks = 1024
    strict.get('/large', (_request, reply) => reply.send(Readable.from(new Array(chunks).fill(chunk))))
    await strict.listen({ host: '127.0.0.1', port: 0 })
    const at = (strict.server.address() as AddressInfo).port
    const question = 'GET /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

    const stuck = connect(at, '127.0.0.1', () => stuck.write(question))
    stuck.on('error', () => {}).pause()
    await waitUntil(async () => (await countConnections(strict)) === 1)
    await waitUntil(async () => (await countConnections(strict)) === 0)
    stuck.destroy()

    const reader = connect(at, '127.0.0.1', () => reader.write(question))
    let bytes = 0
    reader.on('data', (piece) => {
      bytes += piece.length
    })
    await once(reader, 'close')
    expect(bytes).toBeGreaterThan(chunks * chunk.length)
    await strict.close()
  })

  test('bytes that are not HTTP, and requests without a host, are malformed', async () => {
    expect(answers(await sendRaw('\u0016\u0003\u0001 this is TLS', '', ''))).toEqual(['400'])
    expect(answers(await sendRaw('GET / HTTP/1.1', '', ''))).toEqual(['400'])
    expect(answers(await sendRaw('GET / HTTP/1.1', 'Host: a', 'X: \u0000', '', ''))).toEqual(['400'])
  })

  test('headers of more than 16 kB are too large', async () => {
    const heard = await sendRaw('GET / HTTP/1.1', 'Host: localhost', `Cookie: ${'x'.repeat(20_000)}`, '', '')
    expect(answers(heard)).toEqual(['413'])
    expect(JSON.parse(heard.slice(heard.indexOf('{'))).code).toBe('body_too_large')
  })

  test('headers and bodies that do not arrive in time are answered with 408', async () => {
    const headers = await sendRaw('POST /api/sessions HTTP/1.1', 'Host: localhost', 'X-Slow: ')
    expect(answers(headers)).toEqual(['408'])
    expect(JSON.parse(headers.slice(headers.indexOf('{'))).code).toBe('timeout')
    const body = await sendRaw(
      'POST /api/sessions HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      'Content-Length: 100',
      '',
      '{"email"',
    )
    expect(answers(body)).toEqual(['408'])
  })

  test('other requests are served while slow ones time out', async () => {
    const slow = Array.from({ length: 50 }, () => sendRaw('GET / HTTP/1.1', 'Host: localhost', 'X-Slow: '))
    const quick = await sendRaw('GET /healthz HTTP/1.1', 'Host: localhost', 'Connection: close', '', '')
    expect(answers(quick)).toEqual(['200'])
    expect((await Promise.all(slow)).map(answers)).toEqual(Array(50).fill(['408']))
  })

  test('a body that arrives byte by byte times out', async () => {
    const socket = connect(port, '127.0.0.1')
    const heard = heardFrom(socket)
    socket.write(
      'POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n',
    )
    const drip = setInterval(() => socket.write(' '), 40)
    // The server may reset a connection that still sends, and the answer may be lost with it.
    const said = await heard.then(answers, () => ['reset'])
    clearInterval(drip)
    expect(['408', 'reset']).toContain(said[0])
  })
})

describe('requests that do not wait for the answer to an earlier one', () => {
  const question = ['GET /healthz HTTP/1.1', 'Host: localhost', '', ''].join('\r\n')

  test('five requests on one connection at once are answered in their order', async () => {
    const last = question.replace('/healthz', '/nothing').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
    const heard = await sendRaw(question.repeat(4) + last)
    // A body does not end with a line break.
    const statuses = [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)
    expect(statuses).toEqual(['200', '200', '200', '200', '404'])
  })

  test.each([
    ['requests', question, 1],
    ['requests that expect to continue', question.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'), 1],
    // The first is answered with 417.
    ['requests that expect anything else', question.replace('\r\n\r\n', '\r\nExpect: more\r\n\r\n'), 0],
  ])(
    'a connection with 1,000 %s at once is ended before the sixth is read further, as a security event unless the first was refused',
    async (_, one, events) => {
      const strict = await openHttp(bank.bank, { timeouts })
      const before = bank.bank.securityWatch.count()
      let routed = 0
      strict.addHook('onRequest', async () => void routed++)
      let read = 0
      for (const event of ['request', 'checkExpectation']) strict.server.on(event, () => read++)
      await strict.listen({ host: '127.0.0.1', port: 0 })
      const socket = connect((strict.server.address() as AddressInfo).port, '127.0.0.1')
      // The bank does not read all of it.
      socket.on('error', () => {}).resume()
      socket.write(one.repeat(1_000))
      await once(socket, 'close')
      expect(routed).toBeLessThanOrEqual(5)
      expect(read).toBeLessThanOrEqual(6)
      expect(bank.bank.securityWatch.count() - before).toBe(events)
      await strict.close()
    },
  )
})

test('a request that finds the queue full is ended without an answer, as a security event', async () => {
  const noteCutOff = vi.fn()
  const app = fastify()
  const context = { bank: bank.bank, cookies: openCookies(false), gatewayCookies: undefined, noteCutOff }
  const queue = { ...openRequestQueue({ isBudgeted: true }), enter: () => false }
  const { config } = bank.bank
  receiveRequests(
    app,
    { ...context, limits: openRateLimits(config), turns: openUserTurns(config), queue },
    {},
    openRequestIds([]),
  )
  app.get('/', () => 'answered')
  await expect(fetch(await app.listen({ host: '127.0.0.1', port: 0 }))).rejects.toThrow('fetch failed')
  expect(noteCutOff).toHaveBeenCalledWith('queue_full', '127.0.0.1')
  await app.close()
})

describe('a refused client that keeps the connection open', () => {
  const live = ['HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket'].join('\r\n')
  const signIn = 'POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json'

  test.each([
    ['a live connection without a session', [`GET /api/live ${live}`]],
    ['a live connection with a body', [`POST /api/live ${live}`, 'Content-Length: 2', '', '{}']],
    ['an unknown expectation', [signIn, 'Expect: the-best', 'Content-Length: 100']],
    ['what is not HTTP', ['this is TLS']],
  ])('a refused connection is closed by the server: %s', async (_, lines) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.write([...lines, '', ''].join('\r\n'))
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 4\d\d /)
    await waitUntil(async () => (await countConnections(bank.app)) === 0)
    socket.destroy()
  })
})

describe('idle connections', () => {
  const question = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'

  test('1,500 idle connections delay no other request and stay usable', async () => {
    const idle: Awaited<ReturnType<typeof askedOnce>>[] = []
    // In groups: opened all at once, some would wait longer than the short timeout for headers of this file.
    while (idle.length < 1_500) {
      idle.push(...(await Promise.all(Array.from({ length: 50 }, () => askedOnce(port, question)))))
    }
    expect(new Set(idle.map(({ first }) => first))).toEqual(new Set(['200']))
    const signedIn = await bank.call(bank.alice, endpoints.readMe)
    expect(signedIn.status).toBe(200)
    const other = await sendRaw('GET /healthz HTTP/1.1', 'Host: localhost', 'Connection: close', '', '')
    expect(answers(other)).toEqual(['200'])
    const again = await idle.at(-1)!.ask(question)
    expect(answers(again)).toEqual(['200'])
    for (const { socket } of idle) socket.destroy()
  })

  test('an idle connection is closed after its timeout', async () => {
    const strict = await openHttp(bank.bank, { timeouts: { ...timeouts, idle: 100 } })
    await strict.listen({ host: '127.0.0.1', port: 0 })
    const { socket, first } = await askedOnce((strict.server.address() as AddressInfo).port, question)
    expect(first).toBe('200')
    await expect(once(socket, 'close')).resolves.toEqual([false])
    await strict.close()
  })
})

/** A connection that stays open after one answered request. */
async function askedOnce(at: number, question: string) {
  const socket = connect(at, '127.0.0.1')
  const ask = async (what: string): Promise<string> => {
    socket.write(what)
    const [bytes] = await once(socket, 'data')
    return String(bytes)
  }
  return { socket, ask, first: answers(await ask(question))[0] }
}

describe('the closing of the server', () => {
  const openAt = async (close: number) => {
    const app = await openHttp(bank.bank, {
      timeouts: { ...timeouts, headers: 60_000, request: 60_000, close },
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    await once(app.server, 'connection')
    return { app, client }
  }

  test('the server closes beside a connection that has sent nothing, as a browser opens it in advance', async () => {
    const { app, client } = await openAt(60_000)
    await app.close()
    expect(await heardFrom(client)).toBe('')
  })

  test('the server closes beside a request that does not arrive whole', async () => {
    const { app, client } = await openAt(100)
    client.write('GET / HTTP/1.1\r\nX-Slow: ')
    await waitUntil(async () => client.bytesWritten > 0)
    await app.close()
    expect(await heardFrom(client)).not.toMatch(/200/)
  })
})
