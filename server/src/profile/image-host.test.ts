import type { ServerResponse } from 'node:http'
import { endpoints } from '@bank/contract/endpoints'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { openStubServer, type StubServer } from '../../test/stub-server.ts'
import { pagePolicy } from '../http/security-headers.ts'
import { uploadToImageHost } from './image-host.ts'

const origin = 'https://pictures.example'

let host: StubServer
let bank: TestBank
let dora: Person
let green: Buffer
let blue: Buffer
let count = 0
const lines: string[] = []
beforeAll(async () => {
  host = await openStubServer()
  const imageHost = { url: `${host.origin}/1/upload`, key: 'the-image-key', origin }
  bank = await openTestBank(
    { imageHost, logLevel: 'warn' },
    { logTarget: { write: (line) => lines.push(line) } },
  )
  const plain = (background: string) =>
    sharp({ create: { width: 640, height: 480, channels: 3, background } })
      .png()
      .toBuffer()
  green = await plain('#2a6')
  blue = await plain('#26a')
})
afterAll(async () => {
  await bank.close()
  await host.close()
})
beforeEach(async () => {
  dora = await bank.openAccount(`Dora${++count}`)
  host.asked.length = 0
  answer(accepts)
})

const answer: StubServer['answer'] = (handler) => host.answer(handler)

/** Answers as specified, with a new URL each time. */
function accepts(response: ServerResponse): void {
  sendJson(response, { data: { data: { url: `${origin}/pictures/${count}-${host.asked.length}.webp` } } })
}

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function send(picture = green) {
  const headers = { 'content-type': 'image/png' }
  return bank.call(dora, endpoints.setAvatar, { body: picture, headers })
}

async function avatar() {
  return (await bank.call(dora, endpoints.readMe)).answer.avatar
}

describe('an avatar at the image host', () => {
  test('an avatar is re-encoded, uploaded to the image host as specified, and shown from its URL', async () => {
    const sent = await send()
    expect(sent.answer).toEqual({ avatar: `${origin}/pictures/${count}-1.webp` })
    expect(await avatar()).toBe(sent.answer.avatar)
    const [asked] = host.asked
    expect(asked).toMatchObject({ method: 'POST', path: '/1/upload' })
    const type = asked!.headers['content-type']!
    const form = await new Response(new Uint8Array(asked!.body), {
      headers: { 'content-type': type },
    }).formData()
    expect([...form.keys()].sort()).toEqual(['image', 'key'])
    expect(form.get('key')).toBe('the-image-key')
    const image = Buffer.from(await (form.get('image') as File).arrayBuffer())
    // The bank blocks WebP, which it uploads.
    sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] })
    expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 300, height: 300 })
    const { rowCount } = await bank.bank.db.query('select from avatars where user_id = $1', [dora.userId])
    expect(rowCount).toBe(0)
  })

  test('the image host may answer with the URL at data.url', async () => {
    answer((response) => sendJson(response, { data: { url: `${origin}/a.webp` }, success: true }))
    expect((await send()).answer.avatar).toBe(`${origin}/a.webp`)
  })

  test('the same avatar is uploaded to the image host once, also by concurrent requests', async () => {
    const answers = await Promise.all([send(), send()])
    answers.push(await send())
    expect(new Set(answers.map((sent) => sent.answer.avatar)).size).toBe(1)
    expect(host.asked).toHaveLength(1)
    await send(blue)
    expect(host.asked).toHaveLength(2)
    expect(await avatar()).toBe(`${origin}/pictures/${count}-2.webp`)
  })

  test('removing an avatar deletes its URL at the image host', async () => {
    await send()
    expect((await bank.call(dora, endpoints.removeAvatar)).status).toBe(204)
    expect(await avatar()).toBeNull()
    const { rowCount } = await bank.bank.db.query('select from hosted_avatars where user_id = $1', [
      dora.userId,
    ])
    expect(rowCount).toBe(0)
  })

  test('the security policy of the pages allows pictures of the image host', () => {
    const policy = pagePolicy(bank.bank.config, { nonce: 'n', scriptHashes: [] })
    expect(policy).toContain(`img-src 'self' data: blob: ${origin};`)
  })
})

test('an upload to an image host that never answers times out', async () => {
  answer(() => {})
  const picture = { bytes: green, type: 'image/webp' } as const
  const waiting = uploadToImageHost({ url: host.origin, key: 'k', origin }, picture, 50)
  await expect(waiting).rejects.toMatchObject({ code: 'image_host_failed' })
})

describe('a failing image host', () => {
  const faults: [string, (response: ServerResponse) => void][] = [
    ['is broken', (response) => sendJson(response, { error: 'down' }, 500)],
    ['refuses the key', (response) => sendJson(response, { data: { data: { url: `${origin}/x` } } }, 403)],
    ['closes the connection', (response) => void response.destroy()],
    ['answers with no JSON', (response) => void response.end('<html>')],
    ['answers without a URL', (response) => sendJson(response, { data: {} })],
    ['answers with a number as the URL', (response) => sendJson(response, { data: { data: { url: 7 } } })],
    [
      'answers with a URL of another origin',
      (response) => sendJson(response, { data: { data: { url: 'https://evil.example/a.webp' } } }),
    ],
    [
      'answers with a URL that only begins like its origin',
      (response) => sendJson(response, { data: { data: { url: `${origin}.evil.example/a.webp` } } }),
    ],
    [
      'answers with a URL with credentials',
      (response) =>
        sendJson(response, { data: { data: { url: 'https://pictures.example@evil.example/a' } } }),
    ],
    [
      'answers with a javascript: URL',
      (response) => sendJson(response, { data: { data: { url: 'javascript:alert(document.domain)' } } }),
    ],
    ['answers with too much text', (response) => void response.end(`"${'x'.repeat(100_000)}"`)],
    [
      'redirects the upload',
      (response) => void response.writeHead(307, { location: 'https://evil.example/' }).end(),
    ],
  ]
  test.each(faults)(
    'the avatar stays, and the upload is refused with the cause in the log, when the image host %s',
    async (_, handler) => {
      const before = (await send(blue)).answer.avatar
      lines.length = 0
      answer(handler)
      const { status, problem } = await send()
      expect([status, problem.code]).toEqual([503, 'image_host_failed'])
      expect(problem.errors).toMatchObject([{ pointer: '/image' }])
      const cause = { traceId: problem.traceId, route: '/api/me/avatar', message: expect.stringMatching(/./) }
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'warn', ...cause }])
      expect(lines.join()).not.toContain('the-image-key')
      expect(await avatar()).toBe(before)
      answer(accepts)
      expect((await send()).status).toBe(200)
    },
  )
})
