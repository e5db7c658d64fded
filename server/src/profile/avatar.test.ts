import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { crc32, deflateSync } from 'node:zlib'
import { endpoints } from '@bank/contract/endpoints'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'

let bank: TestBank
let png: Buffer
let jpeg: Buffer
beforeAll(async () => {
  bank = await openTestBank()
  png = await plain('#2a6', 640, 480).png().toBuffer()
  jpeg = await plain('#26a', 800, 1200).jpeg().toBuffer()
})
afterAll(() => bank.close())

/** Reads a stored avatar. The bank blocks WebP, in which it stores avatars. */
function readStored(bytes: Uint8Array) {
  sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] })
  return sharp(bytes)
}

function plain(background: string, width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background } })
}

function send(who: Person | null, bytes: Uint8Array, type = 'image/png') {
  return bank.call(who, endpoints.setAvatar, { body: bytes, headers: { 'content-type': type } })
}

async function readPicture(who: Person, address: string) {
  const { answer, ...reply } = await bank.call(who, endpoints.readAvatar, {
    params: { id: address.replace('/api/avatars/', '') },
  })
  return { ...reply, bytes: answer }
}

let address: Promise<string> | undefined
/** The bank's address on the network. */
function listening(): Promise<string> {
  address ??= bank.app.listen({ host: '127.0.0.1', port: 0 })
  return address
}

async function avatarOf(person: Person): Promise<string | null> {
  return (await bank.call(person, endpoints.readMe)).answer.avatar
}

describe('an avatar', () => {
  for (const [name, type] of [
    ['PNG', 'image/png'],
    ['JPEG', 'image/jpeg'],
  ] as const) {
    test(`a ${name} is stored as a square WebP and shown as the avatar, which no browser stores`, async () => {
      const { status, answer } = await send(bank.alice, name === 'PNG' ? png : jpeg, type)
      expect(status).toBe(200)
      expect(await avatarOf(bank.alice)).toBe(answer.avatar)
      const { bytes, headers } = await readPicture(bank.alice, answer.avatar)
      expect(await readStored(bytes).metadata()).toMatchObject({ format: 'webp', width: 300, height: 300 })
      expect(headers['content-type']).toBe('image/webp')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['cache-control']).toBe('no-store')
      expect(headers).not.toHaveProperty('etag')
      const sha = createHash('sha256').update(bytes).digest('hex')
      expect(answer.avatar).toBe(`/api/avatars/${sha}`)
    })
  }

  test('of three avatars uploaded at the same time, one is stored', async () => {
    const kept = await Promise.all([
      send(bank.bruno, png),
      send(bank.bruno, jpeg, 'image/jpeg'),
      send(bank.bruno, png),
    ])
    expect(kept.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(kept.map(({ answer }) => answer.avatar)).toContain(await avatarOf(bank.bruno))
  })

  test('an avatar contains no metadata of the location or the camera', async () => {
    const withPlace = await sharp(jpeg)
      .withExif({
        IFD0: { Make: 'Camera of Alice', Copyright: 'Alice' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 4/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Quay Street</x:xmpmeta>')
      .toBuffer()
    expect(withPlace.includes('Camera of Alice')).toBe(true)
    const { answer } = await send(bank.alice, withPlace, 'image/jpeg')
    const { bytes } = await readPicture(bank.alice, answer.avatar)
    const { exif, xmp, iptc, icc } = await readStored(bytes).metadata()
    expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined])
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/Camera|Quay|EXIF|GPS/)
  })

  test('an avatar is rotated upright', async () => {
    const left = await plain('#f00', 300, 300).png().toBuffer()
    const held = await plain('#00f', 600, 300)
      .composite([{ input: left, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { answer } = await send(bank.alice, held, 'image/jpeg')
    const { bytes } = await readPicture(bank.alice, answer.avatar)
    const { data } = await readStored(bytes)
      .extract({ left: 150, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer({
        resolveWithObject: true,
      })
    expect([data[0]! > 200, data[2]! < 50]).toEqual([true, true])
  })

  test('a JPEG that is declared as PNG is accepted', async () => {
    expect((await send(bank.alice, jpeg, 'image/png')).status).toBe(200)
  })

  test('a JPEG with further JPEGs appended, as phones make them, is accepted', async () => {
    expect((await send(bank.alice, Buffer.concat([jpeg, jpeg]), 'image/jpeg')).status).toBe(200)
  })

  test('a picture of one byte less than 2 MiB is accepted, one of exactly 2 MiB is refused', async () => {
    const under = paddedTo(2_097_151)
    expect((await send(bank.alice, under)).status).toBe(200)
    const { status, problem } = await send(bank.alice, paddedTo(2_097_152))
    expect([status, problem.detail]).toEqual([413, 'Image size must be less than 2MB'])
    expect(problem.errors).toEqual([{ pointer: '/image', detail: 'Image size must be less than 2MB' }])
  })

  test('a picture of over 1 MB is accepted from a client that sends Expect: 100-continue', async () => {
    const pixels = randomBytes(700 * 700 * 3)
    const large = await sharp(pixels, { raw: { width: 700, height: 700, channels: 3 } })
      .png()
      .toBuffer()
    expect(large.length).toBeGreaterThan(1_048_576)
    await avatarOf(bank.alice)
    const request = httpRequest(`${await listening()}/api/me/avatar`, {
      method: 'PUT',
      headers: {
        'content-type': 'image/png',
        'content-length': large.length,
        // As curl does before a body of more than 1 MB.
        expect: '100-continue',
        cookie: `sid=${bank.alice.cookies.get('sid')}`,
      },
    })
    const answered = once(request, 'response')
    request.flushHeaders()
    // Sends the picture only after the bank has asked for it.
    await once(request, 'continue')
    request.end(large)
    const [response] = (await answered) as [IncomingMessage]
    const { avatar } = (await json(response)) as { avatar: string }
    expect([response.statusCode, avatar]).toEqual([200, await avatarOf(bank.alice)])
  })

  test('a new avatar replaces the old one, which is deleted', async () => {
    const { answer: first } = await send(bank.alice, png)
    const { answer: second } = await send(bank.alice, jpeg, 'image/jpeg')
    expect((await readPicture(bank.alice, first.avatar)).problem.detail).toBe('Picture not found')
    expect((await readPicture(bank.alice, second.avatar)).status).toBe(200)
    const { rowCount } = await bank.bank.db.query('select from avatars where user_id = $1', [
      bank.alice.userId,
    ])
    expect(rowCount).toBe(1)
  })

  test('an avatar can be removed, also twice', async () => {
    const { answer } = await send(bank.alice, png)
    expect((await bank.call(bank.alice, endpoints.removeAvatar)).status).toBe(204)
    expect((await bank.call(bank.alice, endpoints.removeAvatar)).status).toBe(204)
    expect(await avatarOf(bank.alice)).toBeNull()
    expect((await readPicture(bank.alice, answer.avatar)).status).toBe(404)
  })

  test('an avatar is visible to its owner and to elevated administrators only', async () => {
    const own = await send(bank.bruno, png)
    expect((await readPicture(bank.alice, own.answer.avatar)).status).toBe(404)
    expect((await readPicture(bank.clara, own.answer.avatar)).status).toBe(404)
    await bank.elevate(bank.clara)
    expect((await readPicture(bank.clara, own.answer.avatar)).status).toBe(200)
    const params = { id: own.answer.avatar.replace('/api/avatars/', '') }
    expect((await bank.call(newVisitor(), endpoints.readAvatar, { params })).status).toBe(401)
    expect((await bank.call(bank.bruno, endpoints.readAvatar, { params: { id: '\0' } })).status).toBe(422)
  })

  test('setting and removing an avatar write audit events', async () => {
    const dora = await bank.openAccount('Dora')
    await send(dora, png)
    await bank.call(dora, endpoints.removeAvatar)
    const { rows } = await bank.bank.db.query<{ action: string }>(
      'select action from audit_events where actor_id = $1 order by seq',
      [dora.userId],
    )
    expect(rows.map(({ action }) => action)).toEqual(['avatar_changed', 'avatar_removed'])
  })

  test('an avatar can be changed 60 times an hour', async () => {
    const erik = await bank.openAccount('Erik')
    const statuses: number[] = []
    for (let count = 0; count <= 60; count++) statuses.push((await send(erik, new Uint8Array())).status)
    expect(statuses).toEqual([...Array(60).fill(422), 429])
  })
})

describe('an invalid avatar', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9"/></svg>'
  const page = '<html><script>alert(document.cookie)</script></html>'
  const url = '{"url":"http://169.254.169.254/"}'

  test('an empty upload is refused as an avatar', async () => {
    const { status, problem } = await send(bank.alice, new Uint8Array())
    expect([status, problem.detail]).toEqual([422, 'Please select an image'])
    expect(problem.errors).toEqual([{ pointer: '/image', detail: 'Please select an image' }])
    expect((await bank.call(bank.alice, endpoints.setAvatar)).problem.detail).toBe('Please select an image')
  })

  for (const [what, type, bytes] of [
    ['an SVG with a script', 'image/svg+xml', () => Buffer.from(svg)],
    ['an SVG with a script, declared as PNG', 'image/png', () => Buffer.from(svg)],
    ['an HTML page with a script', 'image/jpeg', () => Buffer.from(page)],
    ['a PNG followed by an HTML page', 'image/png', () => Buffer.concat([png, Buffer.from(page)])],
    ['a JPEG followed by an HTML page', 'image/jpeg', () => Buffer.concat([jpeg, Buffer.from(page)])],
    ['a PNG followed by an archive', 'image/png', () => Buffer.concat([png, Buffer.from('PK\x03\x04')])],
    ['a truncated PNG', 'image/png', () => png.subarray(0, png.length - 40)],
    ['a truncated JPEG', 'image/jpeg', () => jpeg.subarray(0, jpeg.length >> 1)],
    ['only the signature of a PNG', 'image/png', () => png.subarray(0, 8)],
    ['only the first bytes of a JPEG', 'image/jpeg', () => jpeg.subarray(0, 3)],
    ['a PNG with invalid data', 'image/png', () => pngOf(40, 40, Buffer.from('nonsense'))],
    [
      'a PNG of 30,000 × 30,000 pixels in a few bytes',
      'image/png',
      () => pngOf(30_000, 30_000, deflateSync(Buffer.alloc(99))),
    ],
    [
      'a PNG of 128 MB of 16-bit pixels in a few bytes',
      'image/png',
      () => pngOf(4_000, 4_000, deflateSync(Buffer.alloc(4_000 * (1 + 4_000 * 8))), 'rgba16'),
    ],
    ['a GIF', 'image/gif', () => Buffer.from('GIF89a')],
    ['a PNG with a parameter in its content type', 'image/png; charset=utf-8', () => png],
    ['a URL of a picture', 'application/json', () => Buffer.from(url)],
    ['a URL of a picture, declared as PNG', 'image/png', () => Buffer.from(url)],
  ] as const) {
    test(`${what} is refused as an avatar`, async () => {
      const before = await avatarOf(bank.alice)
      const { status, problem } = await send(bank.alice, bytes(), type)
      expect([status, problem.code]).toEqual([422, 'image_unreadable'])
      expect(await avatarOf(bank.alice)).toBe(before)
    })
  }

  test('a WebP, a GIF and a TIFF are refused as avatars', async () => {
    for (const bytes of [
      await plain('#abc', 9, 9).webp().toBuffer(),
      await plain('#abc', 9, 9).gif().toBuffer(),
      await plain('#abc', 9, 9).tiff().toBuffer(),
    ]) {
      expect((await send(bank.alice, bytes)).problem.code).toBe('image_unreadable')
    }
  })

  test('an endless upload without a content length is refused as an avatar', async () => {
    const address = await listening()
    await avatarOf(bank.alice)
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
    })
    const request = { method: 'PUT', body: endless, duplex: 'half' } as RequestInit
    const headers = { 'content-type': 'image/png', cookie: `sid=${bank.alice.cookies.get('sid')}` }
    const answer = await fetch(`${address}/api/me/avatar`, { ...request, headers }).then(
      ({ status }) => status,
      // The bank closes the connection of a client that keeps sending.
      () => 'closed',
    )
    expect([413, 'closed']).toContain(answer)
  })

  test('an avatar is refused without a session, and from another site', async () => {
    expect((await send(null, png)).status).toBe(401)
    const headers = { 'content-type': 'image/png', 'sec-fetch-site': 'cross-site' }
    expect((await bank.call(bank.alice, endpoints.setAvatar, { body: png, headers })).status).toBe(403)
  })
})

/** Inserts a text chunk of `length` bytes before the last chunk of 12 bytes. */
function withText(picture: Buffer, length: number): Buffer {
  return Buffer.concat([
    picture.subarray(0, -12),
    chunk('tEXt', Buffer.alloc(length, 0x61)),
    picture.subarray(-12),
  ])
}

/** Pads the picture to a file of this many bytes. */
function paddedTo(bytes: number): Buffer {
  const padded = withText(png, bytes - png.length - 12)
  expect(padded).toHaveLength(bytes)
  return padded
}

/** A PNG made by hand, in greyscale or in 16-bit RGBA. */
function pngOf(width: number, height: number, data: Buffer, pixels: 'grey' | 'rgba16' = 'grey'): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Bit depth and colour type: greyscale, or RGBA.
  header.writeUInt8(pixels === 'grey' ? 8 : 16, 8)
  header.writeUInt8(pixels === 'grey' ? 0 : 6, 9)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
