import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../../test/bank.ts'

let bank: TestBank
let port: number
beforeAll(async () => {
  // A tenth of the usual patience, so that nobody waits for the test.
  bank = await openTestBank({}, { patience: { headers: 400, request: 800, look: 50 } })
  await bank.app.listen({ host: '127.0.0.1', port: 0 })
  port = (bank.app.server.address() as AddressInfo).port
})
afterAll(() => bank.close())

/** Sends bytes as they are and gives everything that comes back until the bank closes the connection. */
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
  test('who asks whether to go on is not waited for', async () => {
    for (const expectation of ['100-continue', 'something-else']) {
      const heard = await sendRaw(
        'POST /api/sessions HTTP/1.1',
        'Host: localhost',
        'Content-Type: application/json',
        'Content-Length: 20',
        `Expect: ${expectation}`,
        '',
        '',
      )
      expect(answers(heard)).toEqual(['400'])
    }
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
})
