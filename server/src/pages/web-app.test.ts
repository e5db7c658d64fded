import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../../test/bank.ts'

const themeScript = `\n  document.documentElement.classList.toggle('dark', matchMedia('(x)').matches)\n`
const script = 'export const answer = 42\n'.repeat(200)
const styles = 'p { margin: 0 }\n'.repeat(200)
const smallStyles = brotliCompressSync(`${styles}/* by the build */`)
const built = {
  'index.html': `<!doctype html><title>__BANK_NAME__</title><meta name="bank" content="__BANK_SETTINGS__">
<meta name="csp-nonce" content="__CSP_NONCE__"><script>${themeScript}</script>
<meta name="drawn" content="__DRAWN__"><!--scripts-->
<script type="module" src="/assets/main-1a2b.js"></script><div id="root"><!--view--><p>Loading</p><!--/view--></div>`,
  'assets/main-1a2b.js': script,
  'assets/font-3c4d.woff2': 'not really a font',
  'assets/styles-9e0f.css': styles,
  'assets/styles-9e0f.css.br': smallStyles,
  'robots.txt': 'User-agent: *',
  'pages.json': JSON.stringify({
    scripts: { '/': ['/assets/sign-in-5e6f.js'], '/dashboard': ['/assets/dashboard-7a8b.js'] },
    views: { '/': { '10': '<h1>Welcome</h1><p>__BANK_NAME__</p>', '00': '<h1>No demo</h1>' } },
  }),
}

let directory: string
let bank: TestBank
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'truepenny-web-'))
  mkdirSync(join(directory, 'assets'))
  for (const [name, text] of Object.entries(built)) writeFileSync(join(directory, name), text)
  bank = await openTestBank({ bankName: `Ann & "Bob's" <Bank> $&`, demo: true }, { webDirectory: directory })
})
afterAll(async () => {
  await bank.close()
  rmSync(directory, { recursive: true })
})

function get(url: string, headers: Record<string, string> = {}) {
  return bank.app.inject({ method: 'GET', url, headers })
}

describe('a page of the bank', () => {
  test('allows the scripts and styles it was built with, under a nonce of its own, and nothing else', async () => {
    const [first, second] = [await get('/'), await get('/')]
    const nonce = /name="csp-nonce" content="([^"]+)"/.exec(first.body)?.[1]
    expect(Buffer.from(nonce!, 'base64')).toHaveLength(16)
    expect(second.body).not.toContain(nonce)
    const hash = createHash('sha256').update(themeScript).digest('base64')
    expect(first.headers['content-security-policy']).toBe(
      [
        "default-src 'none'",
        `script-src 'self' 'sha256-${hash}'`,
        "script-src-attr 'none'",
        `style-src 'self' 'nonce-${nonce}'`,
        "style-src-attr 'none'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self' https://www.tradingview-widget.com/embed-widget/ticker-tape/",
        'frame-src https://www.tradingview-widget.com',
        "worker-src 'none'",
        "manifest-src 'self'",
        "media-src 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        'report-uri /api/csp-report',
      ].join('; '),
    )
    expect(first.headers['content-security-policy']).not.toMatch(/unsafe/)
  })

  test('carries the bank’s name and settings as text', async () => {
    const { body } = await get('/')
    expect(body).toContain('<title>Welcome · Ann &amp; &quot;Bob&#39;s&quot; &lt;Bank&gt; $&amp;</title>')
    const content = /name="bank" content="([^"]+)"/
      .exec(body)?.[1]
      ?.replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
    const settings = content?.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
    expect(JSON.parse(settings ?? '')).toEqual({
      bankName: `Ann & "Bob's" <Bank> $&`,
      publicSiteUrl: '/',
      timeZone: 'UTC',
      supportEmail: '',
      ticker: true,
      demo: true,
      mail: false,
    })
    expect(body).not.toMatch(/__[A-Z_]+__/)
  })

  test('follows the settings in what it may show', async () => {
    const imageHost = { url: 'https://i.example/up', key: 'k', origin: 'https://i.example' }
    const settings = { publicUrl: 'https://bank.example', ticker: false, imageHost }
    const other = await openTestBank(settings, { webDirectory: directory })
    const { headers } = await other.app.inject({ method: 'GET', url: '/' })
    const policy = headers['content-security-policy']
    expect(policy).toContain("img-src 'self' data: blob: https://i.example;")
    expect(policy).toContain("connect-src 'self'; frame-src 'none';")
    expect(policy).toMatch(/; upgrade-insecure-requests$/)
    await other.close()
  })

  test.each([
    '/',
    '/register',
    '/dashboard',
    '/transfer',
    '/transactions',
    '/statement',
    '/profile',
    '/settings',
  ])('%s is one', async (path) => {
    const { statusCode, headers } = await get(`${path}?from=mail`)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  })

  test.each([
    '/support',
    '/terms',
    '/privacy',
    '/reset-password',
    '/confirm-email',
    '/admin',
    '/admin/dashboard',
    '/admin/users/1',
    '/terms/',
  ])('%s is one, too', async (path) => {
    expect((await get(path)).statusCode).toBe(200)
  })

  test.each([
    '/nothing',
    '/admin/nothing',
    '/dashboard/x',
    '/index.html',
    '/../package.json',
    '/.env',
    '/%2e%2e/x',
  ])('%s is none: the page says so, and so does the status', async (path) => {
    const { statusCode, body } = await get(path)
    expect(statusCode).toBe(404)
    expect(body).toContain('src="/assets/main-1a2b.js"')
  })
})

describe('the first view', () => {
  test('is drawn for a visitor, and for nobody who may be signed in', async () => {
    const visitors = (await get('/?from=mail')).body
    expect(visitors).toContain('<title>Welcome · Ann &amp; ')
    expect(visitors).toMatch(/"drawn" content="ahead".*\n.*<div id="root"><h1>Welcome<\/h1><p>Ann &amp;/)
    // Its scripts are laid aside until it has been seen.
    expect(visitors).toMatch(
      /<template id="scripts"><script type="module"[^>]*main[^>]*><\/script><link rel="modulepreload"[^>]*sign-in-5e6f.js"><\/template>/,
    )
    expect(visitors.match(/main-1a2b/g)).toHaveLength(1)
    const { body } = await get('/', { cookie: 'sid=whatever' })
    expect(body).not.toContain('template')
    expect(body).toContain('"drawn" content="no"')
    expect(body).toContain('<p>Loading</p>')
  })

  test('is sent small to whoever takes it so', async () => {
    const { rawPayload, headers } = await get('/', { 'accept-encoding': 'gzip, br' })
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-encoding',
      'cache-control': 'no-store',
    })
    expect(brotliDecompressSync(rawPayload).toString()).toContain('<h1>Welcome</h1>')
    const gzip = await get('/', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(gzip.rawPayload).toString()).toContain('<h1>Welcome</h1>')
  })

  test('comes with the scripts of its page, which are those of no other', async () => {
    expect((await get('/dashboard')).body).toContain(
      '<link rel="modulepreload" crossorigin href="/assets/dashboard-7a8b.js">',
    )
    for (const path of ['/admin', '/constructor', '/nothing']) {
      expect((await get(path)).body).not.toContain('modulepreload')
    }
    expect((await get('/pages.json')).statusCode).toBe(404)
  })
})

describe('a file of the web app', () => {
  test('is sent small, kept for ever, and not sent twice', async () => {
    const brotli = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    })
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script)
    const gzip = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script)
    expect((await get('/assets/main-1a2b.js')).body).toBe(script)
    const again = await get('/assets/main-1a2b.js', { 'if-none-match': String(gzip.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('that the build has made small is sent so, under its own name alone', async () => {
    const { rawPayload, headers } = await get('/assets/styles-9e0f.css', { 'accept-encoding': 'br' })
    expect([headers['content-encoding'], headers['content-type']]).toEqual(['br', 'text/css; charset=utf-8'])
    expect(rawPayload.equals(smallStyles)).toBe(true)
    expect((await get('/assets/styles-9e0f.css')).body).toBe(styles)
    expect((await get('/assets/styles-9e0f.css.br')).statusCode).toBe(404)
  })

  test('that is small already is sent as it is', async () => {
    const { headers, body } = await get('/assets/font-3c4d.woff2', { 'accept-encoding': 'br' })
    expect(headers).toMatchObject({ 'content-type': 'font/woff2' })
    expect([headers['content-encoding'], body]).toEqual([undefined, 'not really a font'])
  })

  test('that is missing is not a page', async () => {
    const { statusCode, headers } = await get('/assets/old-0000.js')
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
  })

  test('that may change is asked for again', async () => {
    expect((await get('/robots.txt')).headers['cache-control']).toBe('public, max-age=3600')
  })
})

describe('a bank whose screens have not been built', () => {
  test('says so', async () => {
    const unbuilt = await openTestBank({}, { webDirectory: join(directory, 'nowhere') })
    const { statusCode, body } = await unbuilt.app.inject({ method: 'GET', url: '/' })
    expect(statusCode).toBe(503)
    expect(body).toContain('Stop it and run <code>npm start</code>')
    await unbuilt.close()
  })
})

describe('what a page tried and may not', () => {
  test('is told to the bank and logged without private parts', async () => {
    const lines: string[] = []
    const logged = await openTestBank(
      { logLevel: 'warn' },
      { logTarget: { write: (line) => lines.push(line) } },
    )
    const report = (payload: string, type = 'application/csp-report') =>
      logged.app.inject({
        method: 'POST',
        url: '/api/csp-report',
        headers: { 'content-type': type },
        payload,
      })
    const body = {
      'effective-directive': 'script-src',
      'blocked-uri': 'https://evil.example/x.js?token=1',
      'document-uri': 'https://bank.example/dashboard#private',
      'script-sample': 'a secret',
    }
    expect((await report(JSON.stringify({ 'csp-report': body }))).statusCode).toBe(204)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      msg: 'csp report',
      directive: 'script-src',
      blocked: 'https://evil.example/x.js',
      page: 'https://bank.example/dashboard',
    })
    expect(lines.join('')).not.toMatch(/token|private|secret/)
    expect((await report('{')).statusCode).toBe(400)
    expect((await report('{}', 'application/json')).statusCode).toBe(415)
    expect((await report(`"${'x'.repeat(9_000)}"`)).statusCode).toBe(413)
    await logged.close()
  })
})
