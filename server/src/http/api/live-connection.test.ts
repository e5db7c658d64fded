import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe('the number of live connections', () => {
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
