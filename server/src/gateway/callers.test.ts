import { hasRight, type Right, staffRoles } from '@bank/contract/roles/rights'
import type { StaffRole } from '@bank/contract/roles/role'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openTestBank,
  type Person,
  passcode,
  password,
  pin,
  type TestBank,
  usualSettings,
} from '../../test/bank.ts'
import { type CookieJar, gateway, openGatewayDoor } from '../../test/gateway-door.ts'
import { callsRouted, gatewayShapes } from '../../test/gateway-shapes.ts'
import { profileDocument, sentAlong } from '../../test/profile-document.ts'
import { writeSecurityEvents } from '../audit/write-security-events.ts'

// A PIN that is part of no other number.
const firstPin = '90817263'
const newPassword = 'a new horse battery'

const lines: string[] = []
let bank: TestBank
let door: ReturnType<typeof openGatewayDoor>
let nora: Person
const staff = new Map<StaffRole, Person>()
/** The id of a pending debit. */
let sentByAlice: string
let picture: Buffer
beforeAll(async () => {
  const settings = { ...usualSettings({ LOG_LEVEL: 'debug' }), gateway }
  bank = await openTestBank(settings, { logTarget: { write: (line) => lines.push(line) } })
  door = openGatewayDoor(bank)
  nora = await bank.openAccount('Nora', { isActive: false })
  for (const role of otherStaff) staff.set(role, await bank.openAccount(`Of-${role}`, { role }))
  picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'navy' } })
    .png()
    .toBuffer()
  await sendAsAlice()
})
afterAll(() => bank.close())

type Caller = {
  readonly jar: CookieJar
  /** The caller's id, or that of a pending registration of another person. */
  readonly pendingId: string
  readonly pendingEmail: string
  /** The id of the caller's document; Alice's for a visitor. */
  readonly ownId: string
}

async function sendAsAlice(): Promise<void> {
  const alice = await signedIn(bank.alice)
  const payload = { documentId: 'unique()', data: debit(alice) }
  sentByAlice = (await door.send('POST', transactions, { jar: alice.jar, payload })).body.$id
}

let pendingCount = 0

async function beginRegistration() {
  pendingCount++
  const email = `pending${pendingCount}@example.com`
  const payload = { userId: 'unique()', email, password, name: 'Pat' }
  const { body } = await door.send('POST', '/account', { payload })
  return { pendingId: body.$id as string, pendingEmail: email }
}

async function signedIn({ email, userId }: Person): Promise<Caller> {
  return { ...(await beginRegistration()), jar: await door.signIn(email), ownId: userId }
}

/** Each signs in anew for each call. */
const callers: Readonly<Record<string, () => Promise<Caller>>> = {
  'a visitor': async () => ({ ...(await beginRegistration()), jar: new Map(), ownId: bank.alice.userId }),
  'a pending registration': async () => {
    const pending = await beginRegistration()
    return { ...pending, jar: await door.signIn(pending.pendingEmail), ownId: pending.pendingId }
  },
  'an inactive customer': () => signedIn(bank.bruno),
  'a customer': () => signedIn(bank.alice),
  'an administrator': () => signedIn(bank.clara),
  'an elevated administrator': () => elevated(bank.clara),
}

// Each signs in anew, too. Their answers are those of the elevated administrator, unless the row names a right that they lack.
const otherStaff = staffRoles.filter((role) => role !== 'administrator')

async function elevated(person: Person): Promise<Caller> {
  const caller = await signedIn(person)
  const payload = { documentId: 'unique()', data: { passcode } }
  await door.send('POST', `${documents('settings')}`, { jar: caller.jar, payload })
  return caller
}

const documents = (collection: string) => `/databases/truedb/collections/${collection}/documents`

type Answer = number | string

type Row = {
  /** Method and path as the router has them, with the collection in the place of its parameter. */
  readonly call: string
  readonly about?: string
  readonly path?: (caller: Caller) => string
  readonly payload?: (caller: Caller) => object | Buffer
  readonly headers?: Readonly<Record<string, string>>
  readonly before?: (caller: Caller) => Promise<unknown>
  /** Before each of the staff, so that the call changes something again. */
  readonly setBack?: () => Promise<unknown>
  /** The right of staff that it needs, if not all of them have it. */
  readonly may?: Right
  /** The status of a success or the type of a refusal, for each caller in their order. */
  readonly answers: readonly Answer[]
}

const everybody = (answer: Answer): Answer[] => Object.keys(callers).map(() => answer)
const signedOut = 'general_unauthorized_scope'
const unauthorized = 'user_unauthorized'
const challenge = 'user_challenge_required'
const hidden = 'document_not_found'
const forElevated = (answer: Answer) => [unauthorized, hidden, hidden, hidden, challenge, answer]

const users = documents('users')
const settings = documents('settings')
const transactions = documents('transactions')
const ownDocument = ({ ownId }: Caller) => `${users}/${ownId}`
const norasDocument = () => `${users}/${nora.userId}`

const profile = ({ pendingEmail: email }: Caller) => ({
  name: 'Pat Field',
  email,
  ...profileDocument,
  pin: firstPin,
  ...sentAlong,
})

const debit = ({ ownId }: Caller) => ({
  id: ownId,
  type: 'debit',
  amount: 1.5,
  description: 'Rent',
  transaction_pin: pin,
})

const rows: readonly Row[] = [
  { call: 'GET /ping', answers: everybody(200) },
  { call: 'GET /', answers: everybody('general_route_not_found') },
  { call: 'GET /*', path: () => '/teams', answers: everybody('general_route_not_found') },
  // Without the upgrade to a WebSocket.
  { call: 'GET /realtime', answers: everybody('general_route_not_found') },

  { call: 'GET /account', answers: [signedOut, 200, 200, 200, 200, 200] },
  {
    call: 'POST /account',
    payload: () => ({ userId: 'unique()', email: `new${++pendingCount}@example.com`, password }),
    answers: everybody(201),
  },
  {
    call: 'POST /account',
    about: 'with the e-mail of a user',
    payload: () => ({ userId: 'unique()', email: bank.alice.email, password }),
    answers: everybody('user_already_exists'),
  },
  {
    call: 'PATCH /account/password',
    payload: () => ({ password: newPassword, oldPassword: 'a wrong one' }),
    answers: [signedOut, signedOut, ...Array(4).fill('user_invalid_credentials')],
  },
  {
    call: 'PATCH /account/password',
    about: 'with the old password',
    payload: () => ({ password, oldPassword: password }),
    answers: [signedOut, signedOut, 200, 200, 200, 200],
  },
  {
    call: 'POST /account/sessions/email',
    payload: () => ({ email: bank.alice.email, password }),
    answers: everybody(201),
  },
  {
    call: 'POST /account/sessions/email',
    about: 'with a wrong password',
    payload: () => ({ email: bank.alice.email, password: 'a wrong one' }),
    answers: everybody('user_invalid_credentials'),
  },
  { call: 'GET /account/sessions/current', answers: [signedOut, 200, 200, 200, 200, 200] },
  {
    call: 'DELETE /account/sessions/:sessionId',
    path: () => `/account/sessions/${crypto.randomUUID()}`,
    answers: [signedOut, signedOut, ...Array(4).fill('user_session_not_found')],
  },
  {
    call: 'DELETE /account/sessions/:sessionId',
    about: 'of the present session',
    path: () => '/account/sessions/current',
    answers: [signedOut, 204, 204, 204, 204, 204],
  },

  { call: `GET ${users}`, answers: [unauthorized, 200, 200, 200, 200, 200] },
  {
    call: `POST ${users}`,
    may: 'create_users',
    payload: (caller) => ({ documentId: caller.pendingId, data: profile(caller) }),
    answers: [unauthorized, 201, unauthorized, unauthorized, challenge, 201],
  },
  {
    call: `GET ${users}/:documentId`,
    path: ownDocument,
    answers: [unauthorized, hidden, 200, 200, 200, 200],
  },
  {
    call: `GET ${users}/:documentId`,
    about: 'of another user',
    path: norasDocument,
    answers: forElevated(200),
  },
  {
    call: `GET ${users}/:documentId`,
    about: 'of an unknown user',
    path: () => `${users}/${crypto.randomUUID()}`,
    answers: forElevated(hidden),
  },
  {
    call: `PATCH ${users}/:documentId`,
    path: ownDocument,
    payload: () => ({ data: { avatar: '', password: newPassword } }),
    answers: [unauthorized, hidden, 200, 200, 200, 200],
  },
  {
    call: `PATCH ${users}/:documentId`,
    about: 'with the PIN',
    path: ownDocument,
    payload: () => ({ data: { pin: firstPin, current_pin: '86420135' } }),
    answers: [unauthorized, hidden, ...Array(4).fill('document_invalid_structure')],
  },
  ...[{ balance: 1e6 }, { name: 'Ann' }, { currency: '€' }].map((data) => ({
    call: `PATCH ${users}/:documentId`,
    about: `with another ${Object.keys(data)}`,
    path: ownDocument,
    payload: () => ({ data }),
    answers: [unauthorized, hidden, ...Array(4).fill(unauthorized)],
  })),
  {
    call: `PATCH ${users}/:documentId`,
    about: 'with a role',
    path: ownDocument,
    payload: () => ({ data: { isAdmin: true } }),
    may: 'give_roles',
    // Administrators are administrators already.
    answers: [unauthorized, hidden, unauthorized, unauthorized, 200, 200],
  },
  {
    call: `PATCH ${users}/:documentId`,
    about: 'with two changes',
    path: ownDocument,
    payload: () => ({ data: { name: 'Ann', balance: 1e6 } }),
    answers: [unauthorized, hidden, ...Array(4).fill('document_invalid_structure')],
  },
  ...[{ isActive: true }, { isActive: false }, { balance: 10 }].map((data) => ({
    call: `PATCH ${users}/:documentId`,
    may: 'balance' in data ? ('fund' as const) : ('activate' as const),
    setBack: () =>
      bank.bank.db.query('update accounts set is_active = not $2 where user_id = $1', [
        nora.userId,
        data.isActive ?? false,
      ]),
    about: `with ${JSON.stringify(data)} for another user`,
    path: norasDocument,
    before: ({ jar }: Caller) => door.send('GET', norasDocument(), { jar }),
    payload: () => ({ data }),
    answers: forElevated(200),
  })),
  ...[{ name: 'Ann' }, { pin: firstPin }, { password: newPassword }].map((data) => ({
    call: `PATCH ${users}/:documentId`,
    about: `with another user’s ${Object.keys(data)}`,
    path: norasDocument,
    payload: () => ({ data }),
    answers: forElevated(unauthorized),
  })),
  {
    call: `DELETE ${users}/:documentId`,
    path: norasDocument,
    payload: () => ({}),
    answers: everybody(unauthorized),
  },

  { call: `GET ${settings}`, answers: everybody(unauthorized) },
  {
    call: `POST ${settings}`,
    payload: () => ({ documentId: 'unique()', data: { passcode } }),
    answers: [unauthorized, unauthorized, unauthorized, unauthorized, 201, 201],
  },
  {
    call: `POST ${settings}`,
    about: 'with a wrong passcode',
    payload: () => ({ documentId: 'unique()', data: { passcode: 'open barley' } }),
    answers: [...Array(4).fill(unauthorized), 'user_invalid_credentials', 'user_invalid_credentials'],
  },
  {
    call: `GET ${settings}/:documentId`,
    path: () => `${settings}/passcode`,
    answers: [unauthorized, unauthorized, hidden, hidden, 200, 200],
  },
  {
    call: `PATCH ${settings}/:documentId`,
    path: () => `${settings}/passcode`,
    payload: () => ({ data: { passcode } }),
    may: 'change_passcode',
    answers: [...Array(4).fill(unauthorized), challenge, 200],
  },
  {
    call: `DELETE ${settings}/:documentId`,
    path: () => `${settings}/passcode`,
    payload: () => ({}),
    answers: everybody(unauthorized),
  },

  { call: `GET ${transactions}`, answers: [unauthorized, 200, 200, 200, 200, 200] },
  {
    call: `POST ${transactions}`,
    payload: (caller) => ({ documentId: 'unique()', data: debit(caller) }),
    // The administrators have no money.
    answers: [unauthorized, unauthorized, unauthorized, 201, ...Array(2).fill('document_invalid_structure')],
  },
  ...[{ type: 'credit' }, { id: crypto.randomUUID() }].map((data) => ({
    call: `POST ${transactions}`,
    about: `with another ${Object.keys(data)}`,
    payload: (caller: Caller) => ({ documentId: 'unique()', data: { ...debit(caller), ...data } }),
    answers: everybody(unauthorized),
  })),
  {
    call: `GET ${transactions}/:documentId`,
    about: 'of Alice',
    path: () => `${transactions}/${sentByAlice}`,
    answers: [unauthorized, hidden, hidden, 200, hidden, 200],
  },
  ...[
    { data: { status: 'success' }, toElevated: 200 },
    { data: { amount: 5 }, toElevated: unauthorized },
    { data: { transaction_pin: pin }, toElevated: 'document_invalid_structure' },
  ].map(({ data, toElevated }) => ({
    call: `PATCH ${transactions}/:documentId`,
    about: `of Alice with ${Object.keys(data)}`,
    path: () => `${transactions}/${sentByAlice}`,
    payload: () => ({ data }),
    ...('status' in data && { may: 'settle' as const, setBack: sendAsAlice }),
    answers: [
      ...[unauthorized, hidden, hidden],
      'transaction_pin' in data ? 'document_invalid_structure' : unauthorized,
      ...[hidden, toElevated],
    ],
  })),
  {
    call: `DELETE ${transactions}/:documentId`,
    path: () => `${transactions}/${sentByAlice}`,
    payload: () => ({}),
    answers: everybody(unauthorized),
  },

  {
    call: 'POST /avatars',
    payload: () => picture,
    headers: { 'content-type': 'image/png' },
    answers: [signedOut, signedOut, 200, 200, 200, 200],
  },
  {
    call: 'GET /avatars/:id',
    path: () => `/avatars/${'0'.repeat(64)}`,
    answers: [signedOut, signedOut, ...Array(4).fill(hidden)],
  },
]

type Received = {
  readonly call: string
  readonly status: number
  readonly body: Record<string, unknown>
  /** The answer without the cookies that it sets. */
  readonly text: string
  /** The browser after the answer. */
  readonly jar: CookieJar
}
const received: Received[] = []

async function answerOf(row: Row, open: () => Promise<Caller>): Promise<Answer> {
  const caller = await open()
  await row.before?.(caller)
  const { jar } = caller
  const [method = '', path = ''] = row.call.split(' ')
  const { status, headers, body, bytes } = await door.send(method, row.path?.(caller) ?? path, {
    jar,
    ...(row.payload && { payload: row.payload(caller) }),
    ...(row.headers && { headers: row.headers }),
  })
  const { 'set-cookie': _cookies, ...others } = headers
  const text = JSON.stringify(others) + bytes.toString()
  received.push({ call: row.call, status, body: typeof body === 'string' ? {} : body, text, jar })
  return status < 400 ? status : body.type
}

describe('a call of the gateway', () => {
  for (const row of rows) {
    test(`${row.call}${row.about ? ` ${row.about}` : ''} answers each caller as the bank’s own endpoint does`, async () => {
      bank.clock.pass(2)
      const answers: [string, Answer][] = []
      for (const name of Object.keys(callers)) answers.push([name, await answerOf(row, callers[name]!)])
      expect(answers).toEqual(Object.keys(callers).map((name, at) => [name, row.answers[at]]))
    })

    // What is about the caller's own account asks for no role.
    if (!row.call.includes('/collections/')) continue
    test(`${row.call}${row.about ? ` ${row.about}` : ''} answers staff as an administrator where their role has the right`, async () => {
      bank.clock.pass(2)
      const answers: [string, Answer][] = []
      for (const role of otherStaff) {
        await row.setBack?.()
        answers.push([role, await answerOf(row, () => elevated(staff.get(role)!))])
      }
      const ofAdministrator = row.answers.at(-1)
      expect(answers).toEqual(
        otherStaff.map((role) => [
          role,
          row.may && !hasRight(role, row.may) ? unauthorized : ofAdministrator,
        ]),
      )
    })
  }
})

test('every call that the gateway’s router has is one of these rows', () => {
  const called = new Set(rows.map(({ call }) => call))
  const collections = ['users', 'transactions', 'settings']
  const routed = callsRouted(bank.app).flatMap((call) =>
    call.includes(':collectionId')
      ? collections.map((id) => call.replace(':databaseId', 'truedb').replace(':collectionId', id))
      : [call],
  )
  expect(routed.filter((call) => !called.has(call))).toEqual([])
  expect(routed.length).toBeGreaterThan(20)
})

/** The bodies of answers, and the documents in them. */
function bodiesOf(answers: readonly Received[]): Record<string, unknown>[] {
  return answers.flatMap(({ body }) => [body, ...((body.documents as Record<string, unknown>[]) ?? [])])
}

describe('over all answers of these calls', () => {
  test('every body has exactly the attributes of its kind', () => {
    const known = new Set(Object.values(gatewayShapes).map((attributes) => attributes.toSorted().join(' ')))
    const attributes = bodiesOf(received).map((body) => Object.keys(body).toSorted().join(' '))
    expect(attributes.filter((names) => !known.has(names))).toEqual([])
    const refusals = received.filter(({ status }) => status >= 400)
    expect(refusals.map(({ body }) => Object.keys(body).toSorted())).toEqual(
      refusals.map(() => gatewayShapes.error),
    )
    expect(received.filter(({ status }) => status >= 500)).toEqual([])
  })

  test('the password is the mask and the secret of a session is empty', () => {
    const bodies = bodiesOf(received)
    expect(new Set(bodies.map((body) => body.password))).toEqual(new Set([undefined, '********']))
    expect(new Set(bodies.map((body) => body.secret))).toEqual(new Set([undefined, '']))
  })

  test('no answer, header, event and log line contains a secret', async () => {
    const { db, securityWatch } = bank.bank
    await writeSecurityEvents({ db, securityWatch }, { info: () => undefined }, bank.clock.now())
    const { rows: events } = await db.query(`
      select details::text as text from audit_events
      union all select row_to_json(s)::text from security_events s`)
    const { rows: hashes } = await db.query(`
      select password_hash as text from users
      union all select value::text from settings
      union all select encode(token_hash, 'hex') from sessions`)
    const cookies = received.flatMap(({ jar }) => [...jar.values()])
    const secrets = [
      password,
      newPassword,
      firstPin,
      passcode,
      'a wrong one',
      'open barley',
      '86420135',
      '$argon2',
    ]
    const stored = hashes.map(({ text }) => text)
    const everySecret = [...secrets, `"${pin}"`, ...cookies, ...stored]
    const said = [...received.map(({ text }) => text), ...events.map(({ text }) => text), ...lines].join('\n')
    expect(everySecret.filter((secret) => said.includes(secret))).toEqual([])
    for (const many of [received, events, hashes, cookies, lines]) expect(many.length).toBeGreaterThan(20)
  })
})
