import { endpoints } from '@bank/contract/endpoints'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type Person, passcode, password, pin, type TestBank } from '../../test/bank.ts'
import { openFurtherAccount } from '../../test/further-account.ts'
import { type CookieJar, gateway, openGatewayDoor } from '../../test/gateway-door.ts'
import { profileDocument, sentAlong } from '../../test/profile-document.ts'

let bank: TestBank
let door: ReturnType<typeof openGatewayDoor>
/** Clara, with the passcode entered. */
let clara: CookieJar
beforeAll(async () => {
  bank = await openTestBank({ gateway })
  door = openGatewayDoor(bank)
  clara = await elevated(bank.clara)
})
afterAll(() => bank.close())

const documents = '/databases/truedb/collections/users/documents'
const read = (jar: CookieJar, id: string) => door.send('GET', `${documents}/${id}`, { jar })
const write = (jar: CookieJar, id: string, data: object) =>
  door.send('PATCH', `${documents}/${id}`, { jar, payload: { data } })
const balanceOf = async (person: Person) =>
  (await read(await door.signIn(person.email), person.userId)).body.balance

async function elevated(person: Person): Promise<CookieJar> {
  const jar = await door.signIn(person.email)
  const payload = { documentId: 'unique()', data: { passcode } }
  await door.send('POST', '/databases/truedb/collections/settings/documents', { jar, payload })
  return jar
}

describe('reading a user’s document', () => {
  test('an owner reads their profile and account, and no secret', async () => {
    const { alice } = bank
    const { status, body } = await read(await door.signIn(alice.email), alice.userId)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      $id: alice.userId,
      $collectionId: 'users',
      $databaseId: 'truedb',
      $permissions: [`read("user:${alice.userId}")`, `update("user:${alice.userId}")`],
      userId: alice.userId,
      account_number: alice.account.number,
      currency: '$',
      balance: 100,
      isAdmin: false,
      isActive: true,
      avatar: null,
      password: '********',
    })
    expect(body.$createdAt).toMatch(/^2026-11-21T\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
    for (const secret of ['pin', 'passcode', 'transaction_pin', 'current_pin'])
      expect(body).not.toHaveProperty(secret)
  })

  test('another customer’s document does not exist, like that of an unknown user, and the attempt is on record', async () => {
    const jar = await door.signIn(bank.alice.email)
    for (const id of [bank.bruno.userId, crypto.randomUUID(), 'bruno']) {
      expect((await read(jar, id)).body, id).toMatchObject({ code: 404, type: 'document_not_found' })
    }
    const { rowCount } = await bank.bank.db.query(
      `select from audit_events where actor_id = $1 and action = 'administration_refused'`,
      [bank.alice.userId],
    )
    expect(rowCount).toBe(1)
    expect((await read(new Map(), bank.alice.userId)).body.type).toBe('user_unauthorized')
  })

  test('an administrator reads any user’s document once the passcode is entered', async () => {
    expect((await read(clara, bank.bruno.userId)).body).toMatchObject({ balance: 0, isActive: false })
    const early = await read(await door.signIn(bank.clara.email), bank.bruno.userId)
    expect(early.body).toMatchObject({
      code: 401,
      type: 'user_challenge_required',
      message: 'Passcode is required',
    })
  })
})

describe('registering in two steps', () => {
  const profile = { name: 'Nora Field', email: 'nora@example.com', ...profileDocument, ...sentAlong }
  const newId = () =>
    Math.floor(bank.clock.now().getTime() / 1_000)
      .toString(16)
      .padStart(8, '0') +
    '00000' +
    crypto.randomUUID().slice(0, 7)

  test('a person begins, signs in, sends the profile, and has an inactive account under the id they made', async () => {
    const jar: CookieJar = new Map()
    const id = newId()
    const { email, name } = profile
    const begun = await door.send('POST', '/account', { jar, payload: { userId: id, email, password, name } })
    expect([begun.status, begun.body]).toMatchObject([201, { $id: id, email, name }])
    expect((await door.send('GET', '/account', { jar })).status).toBe(401)
    const signedIn = await door.send('POST', '/account/sessions/email', { jar, payload: { email, password } })
    expect([signedIn.status, signedIn.body.userId]).toEqual([201, id])
    expect((await door.send('GET', '/account', { jar })).body).toMatchObject({ $id: id, name })
    expect((await read(jar, id)).body.type).toBe('document_not_found')
    const early = await door.send('POST', documents, {
      jar,
      payload: { documentId: id, data: { ...profile, balance: 50 } },
    })
    expect(early.body).toMatchObject({ code: 401, type: 'user_unauthorized' })
    const created = await door.send('POST', documents, { jar, payload: { documentId: id, data: profile } })
    expect([created.status, created.body]).toMatchObject([
      201,
      { $id: id, currency: '€', account_type: 'checking', isActive: false, balance: 0, password: '********' },
    ])
    expect(created.body.account_number).not.toBe(profile.account_number)
    expect((await read(jar, id)).body).toEqual(created.body)
    const again = await door.send('POST', documents, { jar, payload: { documentId: id, data: profile } })
    expect(again.body).toMatchObject({ code: 409, type: 'document_already_exists' })
  })

  test('an unknown attribute, another e-mail and a wrong field are refused, and nothing is kept', async () => {
    const jar: CookieJar = new Map()
    const id = newId()
    const email = 'olga@example.com'
    await door.send('POST', '/account', { jar, payload: { userId: id, email, password } })
    await door.send('POST', '/account/sessions/email', { jar, payload: { email, password } })
    for (const [data, message] of [
      [{ ...profile, email, role: 'administrator' }, 'Invalid document structure: Unknown attribute: "role"'],
      [profile, 'Email must be the one you registered with'],
      [{ ...profile, email, zip: '' }, 'Zip code is required'],
    ] as const) {
      const { body } = await door.send('POST', documents, { jar, payload: { documentId: id, data } })
      expect(body).toMatchObject({ code: 400, type: 'document_invalid_structure' })
      expect(body.message).toBe(message)
    }
    expect((await door.send('GET', '/account', { jar })).body.$id).toBe(id)
  })

  test('an administrator creates a user, who signs in with the password and the e-mail', async () => {
    const id = newId()
    const email = 'pia@example.com'
    await door.send('POST', '/account', { payload: { userId: id, email, password } })
    const payload = { documentId: id, data: { ...profile, email } }
    const created = await door.send('POST', documents, { jar: clara, payload })
    expect([created.status, created.body.$id]).toEqual([201, id])
    const jar = await door.signIn(email)
    expect((await door.send('GET', '/account', { jar })).body.email).toBe(email)
    expect((await read(jar, id)).body.message).toBe('Choose your own password and PIN first')
  })
})

describe('changing the own document', () => {
  test('writing the whole document back changes nothing', async () => {
    const jar = await door.signIn(bank.alice.email)
    const { body } = await read(jar, bank.alice.userId)
    const written = await write(jar, bank.alice.userId, {
      ...body,
      password: 'some copy of a password',
      avatar: '',
    })
    expect([written.status, written.body]).toEqual([200, body])
  })

  test('balance, role and activity are not for their owner to change, nor are two attributes at once', async () => {
    const jar = await door.signIn(bank.bruno.email)
    for (const data of [
      { balance: 5 },
      { isAdmin: true },
      { isActive: true },
      { name: 'Bo' },
      { account_number: '1' },
    ]) {
      const { body } = await write(jar, bank.bruno.userId, data)
      expect(body, JSON.stringify(data)).toMatchObject({ code: 401, type: 'user_unauthorized' })
    }
    const two = await write(jar, bank.bruno.userId, { isAdmin: true, name: 'Bo' })
    expect(two.body).toMatchObject({ code: 400, type: 'document_invalid_structure' })
    const unknown = await write(jar, bank.bruno.userId, { passcode: 'x' })
    expect(unknown.body.message).toBe('Invalid document structure: Unknown attribute: "passcode"')
    const host = await write(jar, bank.bruno.userId, { avatar: 'https://pictures.example/a.png' })
    expect(host.status).toBe(400)
  })

  test('a PIN is changed with the present one', async () => {
    const emma = await bank.openAccount('Emma')
    const jar = await door.signIn(emma.email)
    const without = await write(jar, emma.userId, { pin: '2580' })
    expect(without.body.message).toBe('Invalid document structure: Missing required attribute "current_pin"')
    const wrong = await write(jar, emma.userId, { pin: '2580', current_pin: '9999' })
    expect(wrong.body).toMatchObject({ code: 400, message: 'Current pin is incorrect' })
    expect((await write(jar, emma.userId, { pin: '2580', current_pin: pin })).status).toBe(200)
    expect((await write(jar, emma.userId, { pin: '3690', current_pin: '2580' })).status).toBe(200)
  })

  test('a user without a PIN sets one', async () => {
    const finn = await bank.openAccount('Finn', { hasPin: false })
    const jar = await door.signIn(finn.email)
    expect((await write(jar, finn.userId, { pin: '2580' })).status).toBe(200)
    expect((await write(jar, finn.userId, { pin: '3690' })).status).toBe(400)
  })
})

describe('an administrator’s changes', () => {
  test('an account is activated and deactivated, and a customer made an administrator', async () => {
    const gina = await bank.openAccount('Gina', { isActive: false })
    expect((await write(clara, gina.userId, { isActive: true })).body.isActive).toBe(true)
    expect((await write(clara, gina.userId, { isActive: false })).body.isActive).toBe(false)
    expect((await write(clara, gina.userId, { isAdmin: true })).body.isAdmin).toBe(true)
    expect((await write(clara, gina.userId, { isAdmin: false })).body.type).toBe('user_unauthorized')
    for (const data of [
      { pin: '1111' },
      { password: 'another password' },
      { avatar: 'x' },
      { isActive: 'yes' },
    ]) {
      expect((await write(clara, gina.userId, data)).body.type, JSON.stringify(data)).toBe(
        'user_unauthorized',
      )
    }
  })

  test('a higher balance funds the difference to the balance that was read, once for a repeat', async () => {
    const hans = await bank.openAccount('Hans', { amountMinor: 10_00n })
    await read(clara, hans.userId)
    const replies = await Promise.all([1, 2].map(() => write(clara, hans.userId, { balance: 10 + 40.2 })))
    expect(replies.map(({ status, body }) => [status, body.balance])).toEqual([
      [200, 50.2],
      [200, 50.2],
    ])
    expect((await write(clara, hans.userId, { balance: 50.2 })).status).toBe(200)
    expect(await balanceOf(hans)).toBe(50.2)
  })

  test('a funding of a further account leaves the balance that was read as it is, and a written balance funds the main account', async () => {
    const heidi = await bank.openAccount('Heidi', { amountMinor: 10_00n })
    const { number } = await openFurtherAccount(bank, heidi)
    await bank.elevate(bank.clara)
    await read(clara, heidi.userId)
    await bank.call(bank.clara, endpoints.fundAccount, {
      params: { id: heidi.userId },
      query: { account: number },
      body: { transactionId: crypto.randomUUID(), amount: '7.00', reason: 'Deposit' },
    })
    expect((await write(clara, heidi.userId, { balance: 12 })).body.balance).toBe(12)
    const { rows } = await bank.bank.db.query(
      `select details ->> 'reason' as reason from audit_events
        where target = $1 and action = 'account_funded' order by seq`,
      [heidi.userId],
    )
    expect(rows.map(({ reason }) => reason)).toEqual(['Deposit', 'hosted backend’s client'])
    const { accounts } = (await bank.call(heidi, endpoints.listAccounts)).answer
    expect(accounts.map(({ balance }) => balance)).toEqual(['12.00', '7.00'])
  })

  test('a balance that was not read, or was read again a moment ago, is refused and moves nothing, and a large funding waits for the second administrator', async () => {
    const ida = await bank.openAccount('Ida', { amountMinor: 10_00n })
    const conflict = { code: 409, type: 'document_update_conflict' }
    const other = await elevated(await bank.openAccount('Otto', { role: 'administrator' }))
    await read(clara, ida.userId)
    await write(clara, ida.userId, { balance: 30 })
    // Otto never read this balance, though he writes another one.
    await read(other, ida.userId)
    bank.clock.pass(1)
    expect((await write(other, ida.userId, { balance: 20 })).body).toMatchObject({ code: 400 })
    await write(clara, ida.userId, { balance: 35 })
    await read(other, ida.userId)
    // He was told 30, and 35 just now: which one he has added to is not certain.
    expect((await write(other, ida.userId, { balance: 45 })).body).toMatchObject(conflict)
    expect(await balanceOf(ida)).toBe(35)
    bank.clock.pass(1)
    expect((await write(other, ida.userId, { balance: 45 })).body.balance).toBe(45)

    // He can now be a second person: a large funding waits, and its repeat is the same one.
    await read(clara, ida.userId)
    bank.clock.pass(1)
    for (const _ of [1, 2]) {
      expect((await write(clara, ida.userId, { balance: 20_045 })).body).toMatchObject({
        ...conflict,
        message: 'This waits for the approval of a second person',
      })
    }
    expect(await balanceOf(ida)).toBe(45)
    const { rows } = await bank.bank.db.query('select subject_id, reason from approvals')
    expect(rows).toEqual([{ subject_id: ida.userId, reason: 'hosted backend’s client' }])
  })

  test('two administrators who add to the same balance at once both fund the account', async () => {
    const jan = await bank.openAccount('Jan', { amountMinor: 10_00n })
    const other = await elevated(await bank.openAccount('Olaf', { role: 'administrator' }))
    await Promise.all([clara, other].map((jar) => read(jar, jan.userId)))
    bank.clock.pass(1)
    const replies = await Promise.all([
      write(clara, jan.userId, { balance: 15 }),
      write(other, jan.userId, { balance: 17 }),
    ])
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).not.toHaveLength(0)
    const funded = replies.map(({ status }, index) => (status === 200 ? [5, 7][index]! : 0))
    expect(await balanceOf(jan)).toBe(10 + funded[0]! + funded[1]!)
  })

  test('a funding above the limit and one of the administrator’s own account are refused', async () => {
    const karl = await bank.openAccount('Karl')
    await read(clara, karl.userId)
    const above = await write(clara, karl.userId, { balance: 1_000_000.01 })
    expect(above.body).toMatchObject({ code: 400, type: 'document_invalid_structure' })
    expect((await write(clara, bank.clara.userId, { balance: 5 })).body.type).toBe('user_unauthorized')
    expect((await write(clara, karl.userId, { balance: 'much' })).body.code).toBe(400)
  })
})

describe('pictures', () => {
  const picture = () =>
    sharp({ create: { width: 64, height: 48, channels: 3, background: '#2a6' } })
      .png()
      .toBuffer()
  const upload = (jar: CookieJar, payload: Buffer, type = 'image/png') =>
    door.send('POST', '/avatars', { jar, payload, headers: { 'content-type': type } })

  test('an owner uploads a picture, whose URL is in the document, and only they can open it', async () => {
    const lea = await bank.openAccount('Lea')
    const jar = await door.signIn(lea.email)
    const { status, body } = await upload(jar, await picture())
    expect(status).toBe(200)
    const { url } = body.data
    expect(url).toMatch(/^http:\/\/[^/]+\/v1\/avatars\/[0-9a-f]{64}$/)
    expect((await read(jar, lea.userId)).body.avatar).toBe(url)
    const path = new URL(url).pathname.slice('/v1'.length)
    // An image element sends neither origin nor project.
    const asImage = { origin: undefined, 'x-appwrite-project': undefined, 'sec-fetch-site': 'same-site' }
    const shown = await door.send('GET', path, { jar, headers: asImage })
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(shown.headers['cross-origin-resource-policy']).toBe('same-site')
    const other = await door.send('GET', path, { jar: await door.signIn(bank.alice.email), headers: asImage })
    expect(other.status).toBe(404)
    expect((await write(jar, lea.userId, { avatar: url })).body.avatar).toBe(url)
    expect((await write(jar, lea.userId, { avatar: '' })).body.avatar).toBeNull()
  })

  test('a picture of a visitor, of another type, too large or unreadable is refused', async () => {
    const jar = await door.signIn(bank.alice.email)
    expect((await upload(new Map(), await picture())).body.type).toBe('general_unauthorized_scope')
    expect((await upload(jar, Buffer.from('GIF89a'), 'image/gif')).body.code).toBe(400)
    expect((await upload(jar, Buffer.alloc(2 * 1024 * 1024))).body.message).toBe(
      'Image size must be less than 2MB',
    )
    expect((await upload(jar, Buffer.from('no picture'))).body.message).toMatch('isn’t a valid PNG or JPEG')
  })
})
