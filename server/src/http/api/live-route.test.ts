import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { endpoints } from '@bank/contract/endpoints'
import { livePath } from '@bank/contract/live/live-message'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openTestBank, type Person, type TestBank } from '../../../test/bank.ts'
import { disconnect, type LivePage, listenOnLoopback, openLivePage } from '../../../test/live.ts'
import { waitUntil } from '../../../test/wait-until.ts'

let bank: TestBank
let address: string
beforeAll(async () => {
  bank = await openTestBank()
  address = await listenOnLoopback(bank.app)
  await bank.call(bank.alice, endpoints.readMe)
})
afterAll(() => bank.close())

/** Resolves when a page is open, refused or closed. */
async function settled(page: LivePage): Promise<LivePage> {
  await waitUntil(
    () =>
      page.refusedWith() !== 0 ||
      page.closedWith() !== 0 ||
      page.heard.some(({ type }) => type === 'listening'),
  )
  return page
}

async function open(person: Person): Promise<LivePage> {
  await bank.call(person, endpoints.readMe)
  return settled(openLivePage(address, person.cookies))
}

describe('who may open a live connection', () => {
  test('a live connection is refused to a page of another site, although the browser sends the cookie', async () => {
    const { port } = new URL(address)
    const origins = [
      'https://evil.example',
      `http://evil.example:${port}`,
      `http://127.0.0.1:${Number(port) + 1}`,
      `http://127.0.0.1:${port}.evil.example`,
      `https://127.0.0.1:${port}`,
      'null',
      null,
    ]
    for (const origin of origins) {
      const page = await settled(openLivePage(address, bank.alice.cookies, { origin }))
      expect([origin, page.refusedWith()]).toEqual([origin, 403])
    }
    expect(bank.bank.live.count()).toBe(0)
  })

  test('with a public URL a live connection is open to that origin only', async () => {
    const publicBank = await openTestBank({ publicUrl: 'https://bank.example' })
    const at = await listenOnLoopback(publicBank.app)
    const page = (origin: string) =>
      settled(openLivePage(at, new Map([['__Host-sid', 'x'.repeat(43)]]), { origin }))
    expect((await page('https://bank.example')).refusedWith()).toBe(401)
    expect((await page('http://bank.example')).refusedWith()).toBe(403)
    expect((await page(at)).refusedWith()).toBe(403)
    await publicBank.close()
  })

  test('a live connection is refused without a session and after its end', async () => {
    const forged = new Map([['sid', 'x'.repeat(43)]])
    const malformed = new Map([['sid', '../../etc']])
    for (const cookies of [new Map(), forged, malformed]) {
      expect((await settled(openLivePage(address, cookies))).refusedWith()).toBe(401)
    }
    const gone = await bank.openAccount('Gone')
    await bank.call(gone, endpoints.readMe)
    const old = new Map(gone.cookies)
    await bank.call(gone, endpoints.signOut)
    expect((await settled(openLivePage(address, old))).refusedWith()).toBe(401)
  })

  test('a live connection is open to a signed-in user, at one path only', async () => {
    const page = await open(bank.alice)
    expect(page.closedWith()).toBe(0)
    await disconnect(page)
    for (const path of ['/api/me', '/api/live/', '/api//live', '/api/%6cive/x', '/']) {
      const other = openLivePage(address, bank.alice.cookies, { path })
      await waitUntil(() => other.refusedWith() !== 0)
      expect(other.refusedWith()).not.toBe(101)
    }
    const plain = await fetch(`${address}/api/live`)
    expect([plain.status, await plain.json()]).toMatchObject([426, { code: 'upgrade_required' }])
    await waitUntil(() => bank.bank.live.count() === 0)
  })
})

test('a malformed handshake of a live connection is answered as every malformed request', async () => {
  const { host, hostname, port } = new URL(address)
  const request = (...changed: string[]) => [
    `GET ${livePath} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${address}`,
    `Cookie: sid=${bank.alice.cookies.get('sid')}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    ...changed,
    '',
    '',
  ]
  const key = `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`
  for (const changed of [
    ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: short'],
    ['Sec-WebSocket-Version: 12', key],
    ['Sec-WebSocket-Version: 13', key, 'Sec-WebSocket-Protocol: ,'],
  ]) {
    const socket = connect(Number(port), hostname, () => socket.write(request(...changed).join('\r\n')))
    let heard = ''
    socket.on('data', (bytes) => {
      heard += bytes.toString()
    })
    await once(socket, 'close')
    expect(heard).toMatch(/^HTTP\/1\.1 400 /)
    expect(heard).toMatch(/^content-type: application\/problem\+json; charset=utf-8\r$/im)
    expect(heard).toMatch(/^content-security-policy: default-src 'none'/im)
    expect(heard).toMatch(/^x-content-type-options: nosniff\r$/im)
    expect(heard).toMatch(/^sec-websocket-version: 13\r$/im)
  }
})

describe('the messages of a live connection', () => {
  test('a heartbeat on a live connection is answered', async () => {
    const page = await open(bank.alice)
    page.socket.send('ping')
    await waitUntil(() => page.heard.some(({ type }) => type === 'alive'))
    expect(page.closedWith()).toBe(0)
    await disconnect(page)
  })

  test('any other message on a live connection, such as a subscription to another user’s changes, closes it for good', async () => {
    const wish = JSON.stringify({ type: 'subscribe', channel: bank.bruno.userId })
    for (const said of [wish.slice(0, 60), 'PING', '', 'ping ping']) {
      const page = await open(bank.alice)
      page.socket.send(said)
      await waitUntil(() => page.closedWith() !== 0)
      expect([said, page.closedWith()]).toEqual([said, 1008])
    }
  })

  test('a long message or too many heartbeats close a live connection', async () => {
    const long = await open(bank.alice)
    long.socket.send('x'.repeat(100_000))
    await waitUntil(() => long.closedWith() !== 0)
    expect(long.closedWith()).toBe(1009)
    const eager = await open(bank.alice)
    for (let times = 0; times < 50; times++) eager.socket.send('ping')
    await waitUntil(() => eager.closedWith() !== 0)
    expect(eager.closedWith()).toBe(1008)
    expect(eager.heard.filter(({ type }) => type === 'alive').length).toBeLessThan(10)
  })
})

describe('a client that does not stop writing', () => {
  const pongs = Buffer.alloc(6_000_000, Buffer.from([0x8a, 0x80, 0, 0, 0, 0]))
  const wrongMessage = Buffer.from([0x81, 0x80 | 4, 0, 0, 0, 0, ...Buffer.from('PING')])
  // A message without an end, whose further fragments are empty.
  const fragments = Buffer.concat([
    Buffer.from([1, 0x80, 0, 0, 0, 0]),
    Buffer.alloc(6_000_000, Buffer.from([0, 0x80, 0, 0, 0, 0])),
  ])

  /** Opens a connection, writes all bytes to it, and returns how many the bank had read of them when it ended. */
  async function bytesRead(bytes: Buffer): Promise<number> {
    await bank.call(bank.alice, endpoints.readMe)
    const accepted = once(bank.app.server, 'connection')
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    // The bank does not read all of it.
    socket.on('error', () => {})
    const opening = [
      `GET ${livePath} HTTP/1.1`,
      `Host: ${new URL(address).host}`,
      `Origin: ${address}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      `Cookie: sid=${bank.alice.cookies.get('sid')}`,
      '',
      '',
    ].join('\r\n')
    socket.write(opening)
    const [inBank] = (await accepted) as [Socket]
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toContain('101 Switching Protocols')
    socket.resume().write(bytes)
    await waitUntil(() => inBank.destroyed)
    socket.destroy()
    return inBank.bytesRead - opening.length
  }

  // As much as the program reads at once.
  const chunkMax = 64 * 1024

  test.each([
    ['pongs', pongs],
    ['a refused message and pongs', Buffer.concat([wrongMessage, pongs])],
    ['a message of many empty fragments', fragments],
  ])('a client that writes %s is cut off within one chunk', async (_, bytes) => {
    const events = vi.spyOn(WebSocket.prototype, 'emit')
    onTestFinished(() => events.mockRestore())
    expect(await bytesRead(bytes)).toBeLessThanOrEqual(chunkMax)
    // Six frames are allowed, and the rest of the chunk is not read.
    const frames = events.mock.calls.filter(([event]) => event === 'pong' || event === 'message')
    expect(frames.length).toBeLessThanOrEqual(7)
    await waitUntil(() => bank.bank.live.count() === 0)
  })
})

describe('the number of live connections', () => {
  test('a user opens at most 60 live connections a minute', async () => {
    const eager = await bank.openAccount('Eager')
    await bank.call(eager, endpoints.readMe)
    const before = bank.bank.live.count()
    const refused: number[] = []
    for (let count = 0; count < 61; count++) {
      const page = openLivePage(address, eager.cookies)
      await waitUntil(() => page.refusedWith() !== 0 || page.socket.readyState === page.socket.OPEN)
      refused.push(page.refusedWith())
      page.socket.terminate()
      await waitUntil(() => bank.bank.live.count() === before)
    }
    expect(refused).toEqual([...Array(60).fill(0), 429])
  })

  test('a user has at most five live connections at a time', async () => {
    const tabs = await bank.openAccount('Tabs')
    const pages: LivePage[] = []
    for (let tab = 0; tab < 5; tab++) pages.push(await open(tabs))
    expect(pages.map((page) => page.refusedWith())).toEqual([0, 0, 0, 0, 0])
    expect((await open(tabs)).refusedWith()).toBe(429)
    expect((await open(bank.alice)).refusedWith()).toBe(0)
    const before = bank.bank.live.count()
    await disconnect(pages[0]!)
    await waitUntil(() => bank.bank.live.count() < before)
    expect((await open(tabs)).refusedWith()).toBe(0)
  })

  test('an address has at most fifty live connections', async () => {
    const crowded = await openTestBank({ rateLimitsLoopback: true })
    const at = await listenOnLoopback(crowded.app)
    const refused: number[] = []
    for (let someone = 0; someone < 11; someone++) {
      const person = await crowded.openAccount(`Person${someone}`)
      await crowded.call(person, endpoints.readMe)
      const pages = Array.from({ length: 5 }, () => openLivePage(at, person.cookies))
      for (const page of pages) refused.push((await settled(page)).refusedWith())
    }
    expect(refused).toEqual([...Array(50).fill(0), ...Array(5).fill(429)])
    await crowded.close()
  })
})

test('a bank that stops closes its live connections so that browsers reconnect', async () => {
  const closing = await openTestBank()
  const at = await listenOnLoopback(closing.app)
  await closing.call(closing.alice, endpoints.readMe)
  const page = await settled(openLivePage(at, closing.alice.cookies))
  await closing.close()
  expect(page.closedWith()).toBe(1001)
})
