import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'
import { writeBuiltApp } from '../../test/built-app.ts'
import { signIn } from '../../test/sign-in.ts'

const directory = mkdtempSync(join(tmpdir(), 'truepenny-renderer-'))
writeBuiltApp(
  directory,
  `import { existsSync } from 'node:fs'
export async function renderForUser(address, config, readerZone) {
  const ask = async (path) => {
    const answer = await fetch(path)
    if (!answer.ok) throw await answer.json()
    return answer.json()
  }
  const { session } = await ask('/api/sessions/current')
  if (!session) return undefined
  if (address.includes('failure')) throw new Error('a page of nothing')
  if (address.includes('refused')) await ask('/api/transactions?limit=none')
  if (address.includes('thrown')) setImmediate(() => { throw new Error('thrown aside') })
  if (address.includes('exit')) process.exit()
  if (address.includes('memory')) for (const all = [];;) all.push(new Array(1e5).fill({}))
  if (/for-ever|thrown/.test(address)) await new Promise(() => {})
  const me = await ask('/api/me')
  return {
    html: '<p>' + me.email + ' has ' + me.account.balance + ' at ' + config.bankName + ' in ' + readerZone + '__CSP_NONCE__<!--state--></p><div data-script="src/any/support-page.tsx"></div>',
    state: JSON.stringify({ me, name: '</script><!--' }),
  }
}
let count = 0
export async function renderForVisitor(path) {
  if (path === '/terms' && !existsSync(new URL('./repaired', import.meta.url))) throw new Error('terms of nothing')
  return path + ' for visitor ' + ++count
}`,
)
afterAll(() => rmSync(directory, { recursive: true }))

let bank: TestBank
let logged: string[] = []
beforeAll(async () => {
  bank = await openRenderingBank()
})
beforeEach(() => {
  logged = []
})
afterAll(() => bank.close())

/** Waits without a limit, so that a busy machine renders the same. */
function openRenderingBank(renderTimeoutMs = 60_000): Promise<TestBank> {
  const logTarget = { write: (line: string) => logged.push(line) }
  return openTestBank({ logLevel: 'error' }, { webDirectory: directory, logTarget, renderTimeoutMs })
}

async function refusedPages(): Promise<number> {
  const { values } = await bank.bank.failures.unrenderedPages.get()
  return values.find(({ labels }) => labels.reason === 'refused')?.value ?? 0
}

async function open(person: Person, url = '/dashboard', { at = bank, headers = {} } = {}) {
  if (!person.cookies.has('sid')) await at.call(person, endpoints.readMe)
  return at.app.inject({ method: 'GET', url, headers, cookies: { sid: person.cookies.get('sid')! } })
}

describe('the pages of the customer’s menu', () => {
  test('a customer’s page is rendered from the API’s answers, contains them, and is not cached', async () => {
    const { body, headers } = await open(bank.alice)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toContain('<title>Dashboard · Truepenny</title>')
    expect(body).toContain('"page-start" content="server-rendered"')
    expect(body).toContain('alice@example.com has 100.00 at Truepenny in UTC')
    const nonce = /name="csp-nonce" content="([^"]+)"/.exec(body)?.[1]
    // A placeholder in a user's text is not replaced.
    expect(body).toContain('Truepenny in UTC__CSP_NONCE__<!--state--></p>')
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    expect(headers['content-security-policy']).not.toMatch(/unsafe/)
    // The script of the page, and of the part of it in the HTML.
    for (const script of ['dashboard-7a8b', 'support-7a8b'])
      expect(body).toContain(`href="/assets/${script}.js">`)
  })

  test('a page is rendered in the time zone that its reader’s browser states, and else in the bank’s', async () => {
    for (const [cookie, zone] of [
      ['time-zone=Asia/Tokyo', 'Asia/Tokyo'],
      ['time-zone=Mars/Olympus', 'UTC'],
    ] as const) {
      const { body } = await open(bank.alice, '/dashboard', { headers: { cookie } })
      expect(body).toContain(`alice@example.com has 100.00 at Truepenny in ${zone}_`)
    }
  })

  test('the dehydrated state in a page is escaped', async () => {
    const { body } = await open(bank.alice)
    const [, state = ''] = /id="dehydrated-state">([\s\S]*?)<\/script>/.exec(body) ?? []
    expect(state).not.toContain('<')
    expect(JSON.parse(state)).toMatchObject({
      me: { email: 'alice@example.com' },
      name: '</script><!--',
    })
  })

  test('each user gets their own page, however many are rendered at once', async () => {
    const people = [bank.alice, bank.bruno, bank.clara]
    for (const person of people) await bank.call(person, endpoints.readMe)
    const pages = await Promise.all([...people, ...people].map((person) => open(person)))
    for (const [at, { body }] of pages.entries()) {
      for (const person of people) expect(body.includes(person.email)).toBe(person === people[at % 3])
    }
  })

  test('a rendered page is sent compressed', async () => {
    const { headers, rawPayload } = await open(bank.alice, '/dashboard', {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(gunzipSync(rawPayload).toString()).toContain('alice@example.com')
  })

  test('no customer’s page is rendered for a visitor, after the session has ended, or at another address', async () => {
    const visitors = await bank.app.inject('/dashboard')
    expect(visitors.body).toContain('<p>Loading</p>')
    expect((await open(bank.alice, '/support')).body).toContain('<p>Loading</p>')
    const ended = { ...bank.alice, cookies: new Map([['sid', 'none of the bank’s']]) }
    const { statusCode, body } = await open(ended)
    expect([statusCode, body.includes('<p>Loading</p>')]).toEqual([200, true])
    expect(body).not.toContain('dehydrated-state')
  })

  test('a page is left to the browser when the bank refuses a request, and is counted with the reason', async () => {
    const before = await refusedPages()
    expect((await open(bank.alice, '/transactions?refused')).body).toContain('<p>Loading</p>')
    expect((await open(bank.alice)).body).toContain('alice@example.com')
    expect(logged).toEqual([])
    expect(await refusedPages()).toBe(before + 1)
  })

  test('a page is rendered for the earlier cookie of a session, which a reload during a renewal still sends', async () => {
    const reloading = await signIn(bank, bank.alice)
    const cookies = new Map(reloading.cookies)
    bank.clock.pass(11)
    await bank.call(reloading, endpoints.confirmSession, { body: { password } })
    expect(reloading.cookies.get('sid')).not.toBe(cookies.get('sid'))
    expect((await open({ ...bank.alice, cookies })).body).toContain('alice@example.com')
  })

  test('a page that cannot be rendered is left to the browser and logged, and nothing is rendered for ten seconds', async () => {
    const at = await openRenderingBank()
    const { statusCode, body } = await open(at.alice, '/dashboard?failure', { at })
    expect([statusCode, body.includes('<p>Loading</p>')]).toEqual([200, true])
    expect(logged.join()).toContain('a page of nothing')
    expect((await open(at.alice, '/dashboard', { at })).body).toContain('<p>Loading</p>')
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000)
    expect((await open(at.alice, '/dashboard', { at })).body).toContain('alice@example.com')
    later.mockRestore()
    await at.close()
  })

  test('a late page is left to the browser, and after three in a row nothing is rendered for ten seconds', async () => {
    const at = await openRenderingBank(50)
    for (let time = 0; time < 3; time++) {
      expect(logged).toEqual([])
      expect((await open(at.alice, '/dashboard?for-ever', { at })).body).toContain('<p>Loading</p>')
    }
    expect(logged.join()).toContain('pages are rendered too slowly')
    // The next thread may be late once more, because it has to start.
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000)
    expect((await open(at.alice, '/dashboard?for-ever', { at })).body).toContain('<p>Loading</p>')
    expect(logged).toHaveLength(1)
    later.mockRestore()
    await at.close()
  })

  test('pages that are late together count as one late page', async () => {
    const at = await openRenderingBank(50)
    await at.call(at.alice, endpoints.readMe)
    const urls = ['/dashboard?for-ever', '/profile?for-ever', '/settings?for-ever', '/pots?for-ever']
    for (const { body } of await Promise.all(urls.map((url) => open(at.alice, url, { at })))) {
      expect(body).toContain('<p>Loading</p>')
    }
    expect(logged).toEqual([])
    await at.close()
  })

  test('a page is left to the browser when the thread fails, which is logged once, and the thread is started again', async () => {
    const at = await openRenderingBank()
    let now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now)
    for (const [end, reason] of [
      ['thrown', 'thrown aside'],
      ['memory', 'memory limit'],
      ['exit', 'has ended'],
    ]) {
      const urls = ['/dashboard?for-ever', `/dashboard?${end}`, '/profile?for-ever']
      const pages = await Promise.all(urls.map((url) => open(at.alice, url, { at })))
      for (const { body } of pages) expect(body).toContain('<p>Loading</p>')
      await vi.waitFor(() => expect(logged).toEqual([expect.stringContaining(reason!)]))
      logged.length = 0
      now += 11_000
      expect((await open(at.alice, '/dashboard', { at })).body).toContain('alice@example.com')
    }
    clock.mockRestore()
    await at.close()
  })

  test('a page is left to the browser when the bank closes during rendering, which is not logged', async () => {
    const at = await openRenderingBank()
    await open(at.alice, '/dashboard', { at })
    const ask = vi.spyOn(at.app, 'inject')
    const page = open(at.alice, '/dashboard?for-ever', { at })
    // The page itself, and the first request of its rendering.
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
    await at.close()
    expect((await page).body).toContain('<p>Loading</p>')
    expect(logged).toEqual([])
  })

  test('a page is rendered with the network address of its request', async () => {
    await open(bank.alice)
    const ask = vi.spyOn(bank.app, 'inject')
    const cookies = { sid: bank.alice.cookies.get('sid')! }
    const page = bank.app.inject({ method: 'GET', url: '/dashboard', cookies, remoteAddress: '203.0.113.5' })
    expect((await page).body).toContain('alice@example.com')
    const from = ask.mock.calls.map(
      (asked: unknown[]) => (asked[0] as { remoteAddress: string }).remoteAddress,
    )
    ask.mockRestore()
    expect(from).toEqual(Array(3).fill('203.0.113.5'))
  })
})

test('the renderer’s code is not served', async () => {
  expect((await bank.app.inject('/renderer/render.js')).statusCode).toBe(404)
})

describe('a visitor’s page', () => {
  test('a visitor’s page is rendered once and sent to every visitor', async () => {
    const pages = await Promise.all(['/', '/', '/'].map((url) => bank.app.inject(url)))
    expect(new Set(pages.map(({ body }) => /\/ for visitor \d+/.exec(body)?.[0])).size).toBe(1)
    expect(pages[0]!.body).toContain('/ for visitor')
    expect((await bank.app.inject('/register')).body).toContain('/register for visitor')
  })

  test('a visitor’s page that could not be rendered is retried after ten seconds', async () => {
    const at = await openRenderingBank()
    expect((await at.app.inject('/terms')).body).toContain('<p>Loading</p>')
    expect(logged.join()).toContain('terms of nothing')
    writeFileSync(join(directory, 'renderer/repaired'), '')
    expect((await at.app.inject('/terms')).body).toContain('<p>Loading</p>')
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000)
    expect((await at.app.inject('/terms')).body).toContain('/terms for visitor')
    later.mockRestore()
    await at.close()
  })
})
