import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'

const frame = `<!doctype html><title>__BANK_NAME__</title><meta name="bank" content="__BANK_SETTINGS__">
<meta name="csp-nonce" content="__CSP_NONCE__"><meta name="drawn" content="__DRAWN__"><!--scripts-->
<script type="module" src="/assets/main-1a2b.js"></script>
<body><div id="root"><!--view--><p>Loading</p><!--/view--></div></body>`

// Stands in for the screens: what it draws, it has asked the bank for.
const screens = `export async function drawPersonalView(address, bank) {
  const ask = async (path) => {
    const answer = await fetch(path)
    if (!answer.ok) throw await answer.json()
    return answer.json()
  }
  const { session } = await ask('/api/sessions/current')
  if (!session) return undefined
  if (address.includes('fault')) throw new Error('a picture of nothing')
  if (address.includes('refused')) await ask('/api/transactions?limit=none')
  if (address.includes('thrown')) setImmediate(() => { throw new Error('thrown aside') })
  if (address.includes('exit')) process.exit()
  if (address.includes('memory')) for (const all = [];;) all.push(new Array(1e5).fill({}))
  if (address.includes('for-ever')) await new Promise(() => {})
  const me = await ask('/api/me')
  return {
    view: '<h1>Dashboard</h1><p>' + me.email + ' has ' + me.account.balance + ' at ' + bank.bankName + '__CSP_NONCE__</p>',
    answers: JSON.stringify({ me, said: '</script><!--' }),
  }
}`

const directory = mkdtempSync(join(tmpdir(), 'truepenny-drawing-'))
mkdirSync(join(directory, 'renderer'))
writeFileSync(join(directory, 'index.html'), frame)
writeFileSync(join(directory, 'package.json'), '{ "type": "module" }')
writeFileSync(join(directory, 'renderer/render.js'), screens)
afterAll(() => rmSync(directory, { recursive: true }))

let bank: TestBank
let logged: string[] = []
beforeAll(async () => {
  bank = await openDrawingBank()
})
beforeEach(() => {
  logged = []
})
afterAll(() => bank.close())

/** Waits for as long as it takes, so that a busy machine draws the same. */
function openDrawingBank(drawingMilliseconds = 60_000): Promise<TestBank> {
  const logTarget = { write: (line: string) => logged.push(line) }
  return openTestBank({ logLevel: 'error' }, { webDirectory: directory, logTarget, drawingMilliseconds })
}

async function open(person: Person, url = '/dashboard', { at = bank, headers = {} } = {}) {
  if (!person.cookies.has('sid')) await at.call(person, endpoints.readMe)
  return at.app.inject({ method: 'GET', url, headers, cookies: { sid: person.cookies.get('sid')! } })
}

describe('a customer’s page', () => {
  test('comes drawn from the bank’s answers, which it brings along, and is kept nowhere', async () => {
    const { body, headers } = await open(bank.alice)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toContain('<title>Dashboard · Truepenny</title>')
    expect(body).toContain('"drawn" content="now"')
    expect(body).toContain('alice@example.com has 100.00 at Truepenny')
    const nonce = /name="csp-nonce" content="([^"]+)"/.exec(body)?.[1]
    // Nothing that a person has written is filled in.
    expect(body).toContain('Truepenny__CSP_NONCE__</p>')
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    expect(headers['content-security-policy']).not.toMatch(/unsafe/)
  })

  test('holds the answers as data that HTML takes for nothing else', async () => {
    const { body } = await open(bank.alice)
    const [, answers = ''] = /id="first-answers">([\s\S]*?)<\/script>/.exec(body) ?? []
    expect(answers).not.toContain('<')
    expect(JSON.parse(answers)).toMatchObject({
      me: { email: 'alice@example.com' },
      said: '</script><!--',
    })
  })

  test('is each person’s own, however many are drawn at once', async () => {
    const people = [bank.alice, bank.bruno, bank.clara]
    for (const person of people) await bank.call(person, endpoints.readMe)
    const pages = await Promise.all([...people, ...people].map((person) => open(person)))
    for (const [at, { body }] of pages.entries()) {
      for (const person of people) expect(body.includes(person.email)).toBe(person === people[at % 3])
    }
  })

  test('is sent small', async () => {
    const { headers, rawPayload } = await open(bank.alice, '/dashboard', {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(gunzipSync(rawPayload).toString()).toContain('alice@example.com')
  })

  test('is not drawn for a visitor, after the session has ended, or elsewhere', async () => {
    const visitors = await bank.app.inject('/dashboard')
    expect(visitors.body).toContain('<p>Loading</p>')
    expect((await open(bank.alice, '/support')).body).toContain('<p>Loading</p>')
    const ended = { ...bank.alice, cookies: new Map([['sid', 'none of the bank’s']]) }
    const { statusCode, body } = await open(ended)
    expect([statusCode, body.includes('<p>Loading</p>')]).toEqual([200, true])
    expect(body).not.toContain('first-answers')
  })

  test('is left to the browser when the bank says no to something', async () => {
    expect((await open(bank.alice, '/transactions?refused')).body).toContain('<p>Loading</p>')
    expect((await open(bank.alice)).body).toContain('alice@example.com')
    expect(logged).toEqual([])
  })

  test('is left to the browser when it cannot be drawn, which is logged, and nothing is drawn for a while', async () => {
    const at = await openDrawingBank()
    const { statusCode, body } = await open(at.alice, '/dashboard?fault', { at })
    expect([statusCode, body.includes('<p>Loading</p>')]).toEqual([200, true])
    expect(logged.join()).toContain('a picture of nothing')
    expect((await open(at.alice, '/dashboard', { at })).body).toContain('<p>Loading</p>')
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000)
    expect((await open(at.alice, '/dashboard', { at })).body).toContain('alice@example.com')
    later.mockRestore()
    await at.close()
  })

  test('is not waited for too long, and after three in a row nothing is drawn for a while', async () => {
    const at = await openDrawingBank(50)
    for (let time = 0; time < 3; time++) {
      expect(logged).toEqual([])
      expect((await open(at.alice, '/dashboard?for-ever', { at })).body).toContain('<p>Loading</p>')
    }
    expect(logged.join()).toContain('pages are drawn too slowly')
    // The thread begins anew after that, and may be late once more for it.
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000)
    expect((await open(at.alice, '/dashboard?for-ever', { at })).body).toContain('<p>Loading</p>')
    expect(logged).toHaveLength(1)
    later.mockRestore()
    await at.close()
  })

  test('is left to the browser when the thread falls, which is logged once and begun anew', async () => {
    const at = await openDrawingBank()
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

  test('is left to the browser when the bank closes meanwhile, which is no fault', async () => {
    const at = await openDrawingBank()
    await open(at.alice, '/dashboard', { at })
    const ask = vi.spyOn(at.app, 'inject')
    const page = open(at.alice, '/dashboard?for-ever', { at })
    // The page itself, and the first of its questions.
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
    await at.close()
    expect((await page).body).toContain('<p>Loading</p>')
    expect(logged).toEqual([])
  })

  test('is drawn from what the bank answers to the address it is asked from', async () => {
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

test('what draws pages is handed to nobody', async () => {
  expect((await bank.app.inject('/renderer/render.js')).statusCode).toBe(404)
})
