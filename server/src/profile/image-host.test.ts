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
beforeAll(async () => {
  host = await openStubServer()
  const imageHost = { url: `${host.origin}/1/upload`, key: 'the-image-key', origin }
  bank = await openTestBank({ imageHost })
  sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] })
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
  answer(keeps)
})

const answer: StubServer['answer'] = (how) => host.answer(how)

/** Answers as specified, with another address each time. */
function keeps(response: ServerResponse): void {
  say(response, { data: { data: { url: `${origin}/pictures/${count}-${host.asked.length}.webp` } } })
}

function say(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function send(picture = green) {
  const headers = { 'content-type': 'image/png' }
  return bank.call(dora, endpoints.setAvatar, { body: picture, headers })
}

async function avatar() {
  return (await bank.call(dora, endpoints.readMe)).answer.avatar
}

describe('a picture that the image host keeps', () => {
  test('is sent to it as specified, drawn anew, and shown from its address', async () => {
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
    expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 300, height: 300 })
    const { rowCount } = await bank.bank.db.query('select from avatars where user_id = $1', [dora.userId])
    expect(rowCount).toBe(0)
  })

  test('is found at data.url too', async () => {
    answer((response) => say(response, { data: { url: `${origin}/a.webp` }, success: true }))
    expect((await send()).answer.avatar).toBe(`${origin}/a.webp`)
  })

  test('is not sent again when the same one comes twice, at once or later', async () => {
    const answers = await Promise.all([send(), send()])
    answers.push(await send())
    expect(new Set(answers.map((sent) => sent.answer.avatar)).size).toBe(1)
    expect(host.asked).toHaveLength(1)
    await send(blue)
    expect(host.asked).toHaveLength(2)
    expect(await avatar()).toBe(`${origin}/pictures/${count}-2.webp`)
  })

  test('is forgotten when its owner removes it', async () => {
    await send()
    expect((await bank.call(dora, endpoints.removeAvatar)).status).toBe(204)
    expect(await avatar()).toBeNull()
    const { rowCount } = await bank.bank.db.query('select from hosted_avatars where user_id = $1', [
      dora.userId,
    ])
    expect(rowCount).toBe(0)
  })

  test('may be shown by the bank’s pages', () => {
    const policy = pagePolicy(bank.bank.config, { nonce: 'n', scriptHashes: [] })
    expect(policy).toContain(`img-src 'self' data: blob: ${origin};`)
  })
})

test('a host that takes the picture and never answers is given up', async () => {
  answer(() => {})
  const picture = { bytes: green, type: 'image/webp' } as const
  const waiting = uploadToImageHost({ url: host.origin, key: 'k', origin }, picture, 50)
  await expect(waiting).rejects.toMatchObject({ code: 'image_host_failed' })
})

describe('the picture one had stays, and the reason is told, when the image host', () => {
  const faults: [string, (response: ServerResponse) => void][] = [
    ['is broken', (response) => say(response, { error: 'down' }, 500)],
    ['refuses the key', (response) => say(response, { data: { data: { url: `${origin}/x` } } }, 403)],
    ['hangs up', (response) => void response.destroy()],
    ['says nothing that can be read', (response) => void response.end('<html>')],
    ['names no address', (response) => say(response, { data: {} })],
    ['says that an address is a number', (response) => say(response, { data: { data: { url: 7 } } })],
    [
      'names an address of somebody else',
      (response) => say(response, { data: { data: { url: 'https://evil.example/a.webp' } } }),
    ],
    [
      'names one that only looks like its own',
      (response) => say(response, { data: { data: { url: `${origin}.evil.example/a.webp` } } }),
    ],
    [
      'hides somebody else behind a name',
      (response) => say(response, { data: { data: { url: 'https://pictures.example@evil.example/a' } } }),
    ],
    [
      'names a script',
      (response) => say(response, { data: { data: { url: 'javascript:alert(document.domain)' } } }),
    ],
    ['talks without end', (response) => void response.end(`"${'x'.repeat(100_000)}"`)],
    [
      'sends the bank elsewhere',
      (response) => void response.writeHead(307, { location: 'https://evil.example/' }).end(),
    ],
  ]
  test.each(faults)('%s', async (_, how) => {
    const before = (await send(blue)).answer.avatar
    answer(how)
    const { status, problem } = await send()
    expect([status, problem.code]).toEqual([503, 'image_host_failed'])
    expect(problem.errors).toMatchObject([{ pointer: '/image' }])
    expect(await avatar()).toBe(before)
    answer(keeps)
    expect((await send()).status).toBe(200)
  })
})
