import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { endpoints } from '@bank/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../../../test/bank.ts'
import { waitUntil } from '../../../test/wait-until.ts'
import { openHttp } from '../server.ts'

// A tenth of the usual patience, so that nobody waits for the test.
const patience = { headers: 400, request: 800, look: 50, idle: 60_000, write: 60_000 }
let bank: TestBank
let port: number
beforeAll(async () => {
  bank = await openTestBank({}, { patience })
  await bank.app.listen({ host: '127.0.0.1', port: 0 })
  port = (bank.app.server.address() as AddressInfo).port
})
afterAll(() => bank.close())

/** Sends bytes as they are and gives everything that comes back until the bank closes the connection. */
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

/** How often an answer begins. */
function answers(heard: string): string[] {
  return [...heard.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status!)
}

const smuggled = ['GET /api/me HTTP/1.1', 'Host: localhost', '', '']

describe('a request with two ends', () => {
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
  ])('(%s) is refused and the connection closed', async (_, headers) => {
    const heard = await sendRaw(
      'POST /api/sessions HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      ...headers,
      '',
      '0',
      '',
      ...smuggled,
    )
    expect(answers(heard)).toEqual(['400'])
    expect(heard).toContain('Content-Type: application/problem+json')
    expect(heard).toContain('Connection: close')
    expect(JSON.parse(heard.slice(heard.indexOf('{'))).code).toBe('malformed')
  })

  test('(a body where none belongs) is one request, and what is hidden in it is none', async () => {
    const hidden = smuggled.join('\r\n')
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

describe('on the wire', () => {
  test('Expect: 100-continue is answered with 100, and the request then like any other', async () => {
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

  test('a large upload without a session is refused before its bytes are asked for', async () => {
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

  test('any other Expect is answered with 417', async () => {
    const heard = await sendRaw('GET / HTTP/1.1', 'Host: localhost', 'Expect: something-else', '', '')
    expect(answers(heard)).toEqual(['417'])
    expect(JSON.parse(heard.slice(heard.indexOf('{'))).code).toBe('expectation_failed')
  })

  test('two Host headers, the same or not, are malformed', async () => {
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

  test('a refusal of what is not HTTP carries the security headers of every answer', async () => {
    const heard = await sendRaw('this is TLS', '', '')
    expect(heard).toMatch(/^content-security-policy: default-src 'none'/im)
    expect(heard).toMatch(/^x-content-type-options: nosniff/im)
  })

  test('a reader that takes nothing of its answer is dropped, and one that reads on is not', async () => {
    const impatient = await openHttp(bank.bank, { patience: { ...patience, write: 200 } })
    // More than any buffer of the system holds.
    const large = Buffer.alloc(64 * 1024 * 1024)
    impatient.get('/large', (_request, reply) => reply.send(large))
    await impatient.listen({ host: '127.0.0.1', port: 0 })
    const at = (impatient.server.address() as AddressInfo).port
    const question = 'GET /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

    const stuck = connect(at, '127.0.0.1', () => stuck.write(question))
    stuck.on('error', () => {}).pause()
    await waitUntil(async () => (await countConnections(impatient)) === 1)
    await waitUntil(async () => (await countConnections(impatient)) === 0)
    stuck.destroy()

    const reader = connect(at, '127.0.0.1', () => reader.write(question))
    let bytes = 0
    reader.on('data', (piece) => {
      bytes += piece.length
    })
    await once(reader, 'close')
    expect(bytes).toBeGreaterThan(large.length)
    await impatient.close()
  })

  test('what is not HTTP, or says not whom it is for, is malformed', async () => {
    expect(answers(await sendRaw('\u0016\u0003\u0001 this is TLS', '', ''))).toEqual(['400'])
    expect(answers(await sendRaw('GET / HTTP/1.1', '', ''))).toEqual(['400'])
    expect(answers(await sendRaw('GET / HTTP/1.1', 'Host: a', 'X: \u0000', '', ''))).toEqual(['400'])
  })

  test('headers without end are too large', async () => {
    const heard = await sendRaw('GET / HTTP/1.1', 'Host: localhost', `Cookie: ${'x'.repeat(20_000)}`, '', '')
    expect(answers(heard)).toEqual(['413'])
    expect(JSON.parse(heard.slice(heard.indexOf('{'))).code).toBe('body_too_large')
  })

  test('headers, and bodies, that do not arrive are given up', async () => {
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

  test('the bank goes on serving others meanwhile', async () => {
    const slow = Array.from({ length: 50 }, () => sendRaw('GET / HTTP/1.1', 'Host: localhost', 'X-Slow: '))
    const quick = await sendRaw('GET /healthz HTTP/1.1', 'Host: localhost', 'Connection: close', '', '')
    expect(answers(quick)).toEqual(['200'])
    expect((await Promise.all(slow)).map(answers)).toEqual(Array(50).fill(['408']))
  })

  test('a body that comes byte by byte is given up all the same', async () => {
    const socket = connect(port, '127.0.0.1')
    const heard = heardFrom(socket)
    socket.write(
      'POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n',
    )
    const drip = setInterval(() => socket.write(' '), 40)
    // The bank hangs up on somebody who goes on, and what it said last may be lost with the line.
    const said = await heard.then(answers, () => ['hung up'])
    clearInterval(drip)
    expect(['408', 'hung up']).toContain(said[0])
  })
})

describe('whoever is refused and does not hang up', () => {
  const live = ['HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket'].join('\r\n')
  const signIn = 'POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json'

  test.each([
    ['a live connection of nobody', [`GET /api/live ${live}`]],
    ['a live connection with a body', [`POST /api/live ${live}`, 'Content-Length: 2', '', '{}']],
    ['one who expects what nobody does', [signIn, 'Expect: the-best', 'Content-Length: 100']],
    ['what is not HTTP', ['this is TLS']],
  ])('(%s) is hung up on', async (_, lines) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.write([...lines, '', ''].join('\r\n'))
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 4\d\d /)
    await waitUntil(async () => (await countConnections(bank.app)) === 0)
    socket.destroy()
  })
})

describe('connections that stay and ask nothing', () => {
  const question = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'

  test('by the thousand keep nobody else waiting, and each can ask again', async () => {
    const idle = await Promise.all(Array.from({ length: 1_500 }, () => askedOnce(port, question)))
    expect(new Set(idle.map(({ first }) => first))).toEqual(new Set(['200']))
    const signedIn = await bank.call(bank.alice, endpoints.readMe)
    expect(signedIn.status).toBe(200)
    const other = await sendRaw('GET /healthz HTTP/1.1', 'Host: localhost', 'Connection: close', '', '')
    expect(answers(other)).toEqual(['200'])
    const again = await idle.at(-1)!.ask(question)
    expect(answers(again)).toEqual(['200'])
    for (const { socket } of idle) socket.destroy()
  })

  test('are let go of after a while', async () => {
    const hasty = await openHttp(bank.bank, { patience: { ...patience, idle: 100 } })
    await hasty.listen({ host: '127.0.0.1', port: 0 })
    const { socket, first } = await askedOnce((hasty.server.address() as AddressInfo).port, question)
    expect(first).toBe('200')
    await expect(once(socket, 'close')).resolves.toEqual([false])
    await hasty.close()
  })
})

/** A connection that has asked one thing, been answered, and stays open. */
async function askedOnce(at: number, question: string) {
  const socket = connect(at, '127.0.0.1')
  const ask = async (what: string): Promise<string> => {
    socket.write(what)
    const [bytes] = await once(socket, 'data')
    return String(bytes)
  }
  return { socket, ask, first: answers(await ask(question))[0] }
}
