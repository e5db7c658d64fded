import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { pageList } from '@bank/contract/pages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../../test/bank.ts'
import { headScript, writeBuiltApp } from '../../test/built-app.ts'
import { buildOf } from './build-of.ts'
import { readPageTemplate } from './page-template.ts'
import { publicConfigOf } from './public-config.ts'

const script = 'export const answer = 42\n'.repeat(200)
const smallScript = brotliCompressSync(`${script}// by the build`)
const files = {
  'assets/answer-1a2b.js': script,
  'assets/answer-1a2b.js.br': smallScript,
  'assets/answer-1a2b.js.gz': gzipSync(script),
  'assets/font-3c4d.woff2': 'not really a font',
  'robots.txt': 'User-agent: *',
}
const renderer = `export async function renderForVisitor(path, { demo }) {
  return '<h1>Welcome</h1><p>' + path + (demo ? ' with' : ' without') + ' a demo</p>'
}
export async function renderForUser() {}`

let directory: string
let bank: TestBank
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'truepenny-web-'))
  writeBuiltApp(directory, renderer, files)
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
  test('a page allows only the scripts and styles of its build, with a new nonce', async () => {
    const [first, second] = [await get('/'), await get('/')]
    const nonce = /name="csp-nonce" content="([^"]+)"/.exec(first.body)?.[1]
    expect(Buffer.from(nonce!, 'base64')).toHaveLength(16)
    expect(second.body).not.toContain(nonce)
    const hash = createHash('sha256').update(headScript).digest('base64')
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

  test('every page of a read-only bank has the bar that says so, and no page of another one', () => {
    const pageOf = (isReadOnly: boolean) =>
      readPageTemplate(directory, publicConfigOf(bank.bank.config, 'monday'), { isReadOnly }).fill(
        undefined,
        { start: 'shell' },
        'nonce',
      )
    expect(pageOf(true)).toContain('<aside id="read-only" class="sticky">Read-only</aside>')
    expect(pageOf(false)).not.toContain('read-only')
  })

  test('a page contains the bank’s name and settings, escaped', async () => {
    const { body } = await get('/')
    expect(body).toContain(
      '<title>Welcome Back · Ann &amp; &quot;Bob&#39;s&quot; &lt;Bank&gt; $&amp;</title>',
    )
    const content = /name="bank" content="([^"]+)"/
      .exec(body)?.[1]
      ?.replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
    const settings = content?.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
    expect(JSON.parse(settings ?? '')).toEqual({
      bankName: `Ann & "Bob's" <Bank> $&`,
      bankAddress: '1 Assay Row, Pennyford',
      bankSwift: 'TRPNDEF0',
      bankRouting: '995550005',
      bankCode: '',
      publicSiteUrl: '/',
      timeZone: 'UTC',
      extraHolidays: { USD: [], EUR: [], GBP: [] },
      supportEmail: '',
      ticker: true,
      demo: true,
      mail: false,
      ageMin: 18,
      sessionMinutesIdle: 15,
      sessionMinutesAbsolute: 480,
      releaseAfterMinutes: 30,
      build: expect.stringMatching(/^[\w-]{12}$/),
    })
    expect(body).not.toMatch(/__[A-Z_]+__/)
  })

  test('a page has the build id that every answer of the bank names', async () => {
    const { body, headers } = await get('/')
    const build = /build&quot;:&quot;([\w-]+)/.exec(body)?.[1]
    expect(headers['bank-build']).toBe(build)
    for (const url of ['/api/sessions/current', '/api/me', '/assets/main-1a2b.js']) {
      expect((await get(url)).headers['bank-build']).toBe(build)
    }
    const nextDirectory = mkdtempSync(join(tmpdir(), 'truepenny-web-'))
    writeBuiltApp(nextDirectory, renderer, { 'index.html': 'another build' })
    expect(buildOf(nextDirectory)).not.toBe(build)
    rmSync(nextDirectory, { recursive: true })
  })

  test('the policy of a page follows the settings', async () => {
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

  test.each(pageList.map(({ path }) => path.replace(':id', '1')))('%s is a page', async (path) => {
    for (const url of [path, `${path}?from=mail`, path === '/' ? path : `${path}/`]) {
      const { statusCode, headers } = await get(url)
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    }
  })

  test.each([
    '/nothing',
    '/admin/nothing',
    '/admin/users',
    '/admin/users/1/2',
    '/dashboard/x',
    '/index.html',
    '/../package.json',
    '/.env',
    '/%2e%2e/x',
  ])('%s is not a page: the answer is a 404 with a page', async (path) => {
    const { statusCode, body } = await get(path)
    expect(statusCode).toBe(404)
    expect(body).toContain('src="/assets/main-1a2b.js"')
  })
})

describe('the first view of a page', () => {
  test('the first view is rendered for a visitor, and not for a caller who may be signed in', async () => {
    const visitors = (await get('/?from=mail')).body
    expect(visitors).toContain('<title>Welcome Back · Ann &amp; ')
    expect(visitors).toContain('"page-start" content="prerendered"')
    expect(visitors).toContain('<div id="root"><h1>Welcome</h1><p>/ with a demo</p></div>')
    // Its scripts wait until the first paint.
    expect(visitors).toMatch(
      /<template id="scripts"><script type="module"[^>]*main[^>]*><\/script><link rel="modulepreload"[^>]*sign-in-7a8b.js"><link rel="modulepreload"[^>]*shared-3c4d.js"><\/template>/,
    )
    expect(visitors.match(/main-1a2b/g)).toHaveLength(1)
    const { body } = await get('/', { cookie: 'sid=whatever' })
    expect(body).not.toContain('template')
    expect(body).toContain('"page-start" content="shell"')
    expect(body).toContain('<p>Loading</p>')
  })

  test('the first view is sent compressed to a browser that accepts it', async () => {
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

  test('a first view has the scripts of its own page only', async () => {
    const dashboard = (await get('/dashboard')).body
    for (const script of ['dashboard-7a8b', 'shared-3c4d', 'authenticated-5e6f']) {
      expect(dashboard).toContain(`<link rel="modulepreload" crossorigin href="/assets/${script}.js">`)
    }
    for (const path of ['/admin', '/constructor', '/nothing']) {
      expect((await get(path)).body).not.toContain('modulepreload')
    }
    for (const path of ['/.vite/manifest.json', '/assets/../.vite/manifest.json', '/renderer/render.js']) {
      expect((await get(path)).statusCode).toBe(404)
    }
  })
})

describe('a file of the web app', () => {
  test('a built file is sent compressed, cached for a year, and revalidated', async () => {
    const brotli = await get('/assets/answer-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    })
    expect(brotli.rawPayload.equals(smallScript)).toBe(true)
    const gzip = await get('/assets/answer-1a2b.js', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script)
    expect((await get('/assets/answer-1a2b.js')).body).toBe(script)
    const validators = { 'if-none-match': String(gzip.headers.etag), 'accept-encoding': 'gzip' }
    const again = await get('/assets/answer-1a2b.js', validators)
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('a built file answers HEAD and range requests', async () => {
    const head = await bank.app.inject({ method: 'HEAD', url: '/assets/answer-1a2b.js' })
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      `${script.length}`,
    ])
    const part = await get('/assets/answer-1a2b.js', { range: 'bytes=0-5' })
    expect([part.statusCode, part.body]).toEqual([206, 'export'])
  })

  test('a built file is not served under the name of its compressed form', async () => {
    for (const name of ['answer-1a2b.js.br', 'answer-1a2b.js.gz']) {
      expect((await get(`/assets/${name}`)).statusCode).toBe(404)
    }
  })

  test('a file that is already compressed, such as a font, is sent unchanged', async () => {
    const { headers, body } = await get('/assets/font-3c4d.woff2', { 'accept-encoding': 'br' })
    expect(headers).toMatchObject({ 'content-type': 'font/woff2' })
    expect([headers['content-encoding'], body]).toEqual([undefined, 'not really a font'])
  })

  test.each(['/assets/old-0000.js', '/assets', '/assets/', '/assets/..%2findex.html'])(
    '%s is missing, and no page is sent instead',
    async (path) => {
      const { statusCode, headers } = await get(path)
      expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
    },
  )

  test('a file outside the folder of assets is not served', async () => {
    expect((await get('/robots.txt')).statusCode).toBe(404)
  })
})

describe('a bank whose screens have not been built', () => {
  test('a bank without built screens answers with an explanation', async () => {
    const unbuilt = await openTestBank({}, { webDirectory: join(directory, 'nowhere') })
    const { statusCode, body } = await unbuilt.app.inject({ method: 'GET', url: '/' })
    expect(statusCode).toBe(503)
    expect(body).toContain('Stop it and run <code>npm start</code>')
    await unbuilt.close()
  })
})

describe('a violation of the security policy', () => {
  test('a violation of the security policy is reported and logged without private parts', async () => {
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
