import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { disconnect, listenOnLoopback } from '../../test/live.ts'
import { newUserForm } from '../../test/new-user-form.ts'
import { type OtherProcess, openOtherProcess } from '../../test/other-process.ts'
import { type HostedClient, openHostedClient } from '../../test/realtime.ts'
import { transfer } from '../../test/transfer.ts'
import { waitUntil } from '../../test/wait-until.ts'

const project = 'truepenny'
const origin = 'https://app.example'
const gateway = { project, origins: [origin], cookies: 'same-site', settingsCollection: 'secrets' } as const

// Two processes of the bank on one database: calls go to this one, and clients are connected to the other.
let bank: TestBank
let here: string
let other: OtherProcess
const clients: HostedClient[] = []

beforeAll(async () => {
  bank = await openTestBank({ gateway })
  here = await listenOnLoopback(bank.app)
  other = await openOtherProcess(bank)
})
afterAll(async () => {
  await other.close()
  await bank.close()
})

// A user has at most five connections.
afterEach(async () => {
  await Promise.all(clients.filter((client) => client.refusedWith() === 0).map(disconnect))
})

const transactions = 'databases.truedb.collections.transactions.documents'
const users = 'databases.truedb.collections.users.documents'

/** Opens a client with a person's session, or a visitor's. The channels are those of a client until version 21. */
async function open(
  person: Person | null,
  {
    channels = [],
    query = '',
    at = other.address,
  }: { channels?: string[]; query?: string; at?: string } = {},
): Promise<HostedClient> {
  if (person && !person.cookies.has('sid')) await bank.call(person, endpoints.readMe)
  const names = channels.map((channel) => `&channels[]=${encodeURIComponent(channel)}`).join('')
  const client = openHostedClient(at, {
    query: `project=${project}${names}${query}`,
    origin,
    cookie: person ? `a_session_${project}=${person.cookies.get('sid')}` : undefined,
  })
  clients.push(client)
  await waitUntil(() => client.heard.length > 0 || client.closedWith() + client.refusedWith() > 0)
  return client
}

/** Sends $0.01 out of the bank, or to an account of it. Returns the transaction's id. */
async function send(from: Person, to?: Person): Promise<string> {
  const inside = to && { account_number: to.account.number, bank_name: bank.bank.config.bankName }
  const body = transfer({ amount: '0.01', ...inside })
  expect((await bank.call(from, endpoints.sendTransfer, { body })).status).toBe(201)
  return body.transactionId
}

describe('opening a realtime connection', () => {
  test('a client until version 21 names its channels in the address and is told the user', async () => {
    const client = await open(bank.alice, { channels: ['documents', transactions] })
    expect(client.heard).toEqual([
      {
        type: 'connected',
        data: {
          channels: ['documents', transactions],
          subscriptions: expect.any(Object),
          user: expect.objectContaining({ $id: bank.alice.userId, email: bank.alice.email }),
        },
      },
    ])
  })

  test('a client of version 22 to 24 is told the id of each subscription in the address', async () => {
    const asked = [
      [transactions, 1],
      [users, 1],
      ['documents', 2],
    ] as const
    const slots = asked.map(([channel, slot]) => `&${encodeURIComponent(channel)}[${slot}][]=%7B%7D`).join('')
    const channels = asked.map(([channel]) => channel)
    const client = await open(bank.alice, { channels, query: slots })
    expect(client.heard[0]!.data).toMatchObject({ channels, subscriptions: { 1: '1', 2: '2' } })
    await send(bank.alice)
    await waitUntil(() => client.events().length === 2)
    expect(client.events().map(({ subscriptions }) => subscriptions)).toEqual([
      ['1', '2'],
      ['1', '2'],
    ])
  })

  test('a client from version 25 on subscribes by messages, and hears nothing once it has unsubscribed', async () => {
    const client = await open(bank.alice)
    expect(client.heard[0]!.data).toMatchObject({ channels: [], subscriptions: {} })
    const row = { subscriptionId: 'first', channels: [transactions] }
    client.say({ type: 'subscribe', data: [{ ...row, queries: ['{}'] }] })
    await waitUntil(() => client.heard.length === 2)
    const subscribed = { to: 'subscribe', success: true, subscriptions: [{ ...row, queries: [] }] }
    expect(client.heard[1]).toEqual({ type: 'response', data: subscribed })
    const id = await send(bank.alice)
    await waitUntil(() => client.events().length === 1)
    expect(client.events()[0]).toMatchObject({ payload: { $id: id }, subscriptions: ['first'] })
    client.say({ type: 'unsubscribe', data: [{ subscriptionId: 'first' }, { subscriptionId: 'other' }] })
    await waitUntil(() => client.heard.length === 4)
    const removed = [
      { subscriptionId: 'first', removed: true },
      { subscriptionId: 'other', removed: false },
    ]
    expect(client.heard[3]).toEqual({
      type: 'response',
      data: { to: 'unsubscribe', success: true, subscriptions: removed },
    })
    const witness = await open(bank.alice, { channels: ['documents'] })
    await send(bank.alice)
    await waitUntil(() => witness.events().length > 0)
    expect(client.heard.length).toBe(4)
  })

  test('a page of another origin and another project are told why, and not to come back', async () => {
    const cookie = `a_session_${project}=${bank.alice.cookies.get('sid')}`
    for (const [from, query] of [
      ['https://evil.example', `project=${project}`],
      ['http://app.example', `project=${project}`],
      [undefined, `project=${project}`],
      [origin, 'project=other'],
      [origin, ''],
    ] as const) {
      const client = openHostedClient(here, { query: `${query}&channels[]=documents`, origin: from, cookie })
      await waitUntil(() => client.closedWith() !== 0)
      expect([client.closedWith(), client.heard], `${from} ${query}`).toEqual([
        1008,
        [{ type: 'error', data: { code: 1008, message: expect.any(String) } }],
      ])
    }
    expect(bank.bank.live.count()).toBe(0)
    const events = bank.bank.securityWatch.take(bank.clock.now().getTime())
    const refused = events.filter(({ kind }) => kind === 'csrf').map(({ route }) => route)
    expect(refused).toEqual(Array(3).fill('/v1/realtime'))
  })

  test('a visitor is connected without a user and hears nothing', async () => {
    const visitor = await open(null, { channels: ['documents'] })
    expect(visitor.heard[0]).toMatchObject({ type: 'connected', data: { user: null } })
    const witness = await open(bank.alice, { channels: ['documents'] })
    await send(bank.alice)
    await waitUntil(() => witness.events().length > 0)
    expect(visitor.heard.length).toBe(1)
  })

  test('a user has at most five realtime connections, and an address fifty with its visitors', async () => {
    const crowded = await openTestBank({ gateway, rateLimitsLoopback: true })
    const at = await listenOnLoopback(crowded.app)
    await crowded.call(crowded.alice, endpoints.readMe)
    const connect = async (cookie?: string) => {
      const client = openHostedClient(at, { query: `project=${project}`, origin, cookie })
      await waitUntil(() => client.heard.length > 0 || client.refusedWith() !== 0)
      return client.refusedWith()
    }
    const refused: number[] = []
    const cookie = `a_session_${project}=${crowded.alice.cookies.get('sid')}`
    for (let window = 0; window < 6; window++) refused.push(await connect(cookie))
    expect(refused).toEqual([0, 0, 0, 0, 0, 429])
    const visits = await Promise.all(Array.from({ length: 46 }, () => connect()))
    expect(visits.filter((status) => status === 429).length).toBe(1)
    await crowded.close()
  })

  test('a plain request for the realtime path is answered in the hosted backend’s form', async () => {
    const answer = await fetch(`${here}/v1/realtime?project=${project}`)
    expect([answer.status, await answer.json()]).toMatchObject([404, { type: 'general_route_not_found' }])
  })

  test('a bank without GATEWAY_PROJECT has no realtime path', async () => {
    const plain = await openTestBank()
    const client = openHostedClient(await listenOnLoopback(plain.app), {
      query: `project=${project}`,
      origin,
    })
    await waitUntil(() => client.refusedWith() !== 0)
    expect(client.refusedWith()).toBe(404)
    await plain.close()
  })
})

describe('the messages of a realtime client', () => {
  test('a ping is answered, a session in a message is not believed, and other messages are errors', async () => {
    const visitor = await open(null)
    visitor.say({ type: 'ping' })
    visitor.say({ type: 'authentication', data: { session: bank.alice.cookies.get('sid') } })
    const malformed = [
      'ping',
      '[]',
      'null',
      '{}',
      '{"type":"presence","data":{}}',
      '{"type":"subscribe"}',
      '{"type":"subscribe","data":[{"channels":["documents"]}]}',
      '{"type":"subscribe","data":[{"subscriptionId":"1","channels":[1]}]}',
      '{"type":"unsubscribe","data":[{}]}',
    ]
    for (const text of malformed) visitor.socket.send(text)
    await waitUntil(() => visitor.heard.length === 3 + malformed.length)
    const [, pong, ...errors] = visitor.heard
    expect(pong).toEqual({ type: 'pong' })
    const error = { type: 'error', data: { code: 1003, message: expect.any(String) } }
    expect(errors).toEqual(errors.map(() => error))
    expect(visitor.closedWith()).toBe(0)
  })

  test('a message over 16 kB closes the connection', async () => {
    const client = await open(bank.alice)
    client.socket.send('x'.repeat(16 * 1024 + 1))
    await waitUntil(() => client.closedWith() !== 0)
    expect(client.closedWith()).toBe(1009)
  })

  test('the 61st message in a minute closes the connection for good', async () => {
    const client = await open(bank.alice)
    for (let times = 0; times < 60; times++) client.say({ type: 'ping' })
    await waitUntil(() => client.heard.length === 61)
    expect(client.closedWith()).toBe(0)
    client.say({ type: 'ping' })
    await waitUntil(() => client.closedWith() !== 0)
    expect([client.closedWith(), client.heard.at(-1)]).toMatchObject([1008, { data: { code: 1008 } }])
  })

  test('a user and an address open at most 60 realtime connections a minute', async () => {
    const eager = await bank.openAccount('Eager')
    const refused: number[] = []
    for (let batch = 0; batch < 15; batch++) {
      const opened = await Promise.all([1, 2, 3, 4].map(() => open(eager, { at: here })))
      refused.push(...opened.map((client) => client.refusedWith()))
      for (const { socket } of opened) socket.terminate()
      await waitUntil(() => bank.bank.live.count() === 0)
    }
    refused.push((await open(eager, { at: here })).refusedWith())
    expect(refused).toEqual([...Array(60).fill(0), 429])
    const from = { url: '/v1/realtime', remoteAddress: '203.0.113.9' }
    const statuses: number[] = []
    for (let count = 0; count < 61; count++) statuses.push((await bank.app.inject(from)).statusCode)
    expect(statuses).toEqual([...Array(60).fill(404), 429])
    expect((await bank.app.inject({ ...from, remoteAddress: '203.0.113.77' })).statusCode).toBe(404)
  })

  test('a hundred channels are accepted, and more of them, or very long ones, refused for good', async () => {
    const channels = Array.from({ length: 100 }, (_, number) => `documents.${number}`)
    const full = await open(bank.alice, { channels })
    expect(full.heard[0]!.type).toBe('connected')
    full.say({ type: 'subscribe', data: [{ subscriptionId: 'more', channels: ['documents'] }] })
    const crowded = await open(bank.alice, { channels: [...channels, 'documents'] })
    const long = await open(bank.alice, { channels: ['x'.repeat(201)] })
    const empty = await open(bank.alice)
    const rows = Array.from({ length: 101 }, (_, number) => ({ subscriptionId: `${number}`, channels: [] }))
    empty.say({ type: 'subscribe', data: rows })
    const many = await open(bank.alice)
    const names = Array.from({ length: 4_000 }, () => 'x')
    many.say({ type: 'subscribe', data: [{ subscriptionId: 'many', channels: names }] })
    for (const client of [full, crowded, long, empty, many]) {
      await waitUntil(() => client.closedWith() !== 0)
      expect([client.closedWith(), client.heard.at(-1)]).toMatchObject([1008, { data: { code: 1008 } }])
    }
  })

  test('an address with 10,000 channels is refused before it is read', async () => {
    const client = await open(bank.alice, { channels: Array.from({ length: 10_000 }, () => 'x') })
    expect(client.refusedWith()).toBe(413)
  })
})

describe('what a realtime client hears', () => {
  test('a transfer is a new document on each side and a change of each user, and of no other', async () => {
    const bella = await bank.openAccount('Bella')
    await bank.elevate(bank.clara)
    const [alice, receiver, bruno, admin] = [
      await open(bank.alice, { channels: ['documents'] }),
      await open(bella, { channels: [`${transactions}.create`, users] }),
      await open(bank.bruno, { channels: ['documents'] }),
      await open(bank.clara, { channels: [transactions] }),
    ]
    const id = await send(bank.alice, bella)
    for (const client of [alice, receiver]) await waitUntil(() => client.events().length >= 2)
    await waitUntil(() => admin.events().length >= 1)
    const [created, updated] = alice.events()
    expect(created).toEqual({
      events: expect.arrayContaining([
        `${transactions}.${id}.create`,
        `${transactions}.${id}`,
        `${transactions}.*.create`,
        `databases.truedb.collections.*.documents.${id}.create`,
        'databases.*.collections.*.documents.*.create',
      ]),
      channels: ['documents', transactions, `${transactions}.${id}`],
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
      payload: { $id: id, $collectionId: 'transactions', $databaseId: 'truedb' },
      subscriptions: ['channels'],
    })
    expect(updated).toMatchObject({ payload: { $id: bank.alice.userId, $collectionId: 'users' } })
    expect(receiver.events().map(({ payload, events }) => [payload.$id, events[0]])).toEqual([
      [`${id}.in`, `${transactions}.${id}.in.create`],
      [bella.userId, `${users}.${bella.userId}.update`],
    ])
    expect(admin.events()[0]).toMatchObject({ payload: { $id: '*', $collectionId: 'transactions' } })
    expect(bruno.events()).toEqual([])
  })

  test('a status change and an activation are updates', async () => {
    const newcomer = await bank.openAccount('Newcomer', { isActive: false })
    const [client, alice] = [
      await open(newcomer, { channels: [users] }),
      await open(bank.alice, { channels: [transactions] }),
    ]
    const id = await send(bank.alice)
    await waitUntil(() => alice.events().length === 1)
    await bank.elevate(bank.clara)
    await bank.call(bank.clara, endpoints.activateAccount, {
      params: { id: newcomer.userId },
      body: { changeId: randomUUID() },
    })
    await bank.call(bank.clara, endpoints.setTransactionStatus, {
      params: { id },
      body: { status: 'success', changeId: randomUUID() },
    })
    await waitUntil(() => client.events().length > 0 && alice.events().length === 2)
    expect(client.events()[0]!.events[0]).toBe(`${users}.${newcomer.userId}.update`)
    expect(alice.events()[1]!.events[0]).toBe(`${transactions}.${id}.update`)
  })

  test('an elevated administrator hears of a new user and of a new passcode, whose collection has the set name', async () => {
    await bank.elevate(bank.clara)
    const admin = await open(bank.clara, { channels: ['documents'] })
    const made = await bank.call(bank.clara, endpoints.createUser, {
      body: { ...newUserForm, email: 'hanna@example.com' },
    })
    expect(made.status).toBe(201)
    const userId = made.answer.id
    await waitUntil(() => admin.events().some(({ payload }) => payload.$id === userId))
    const created = admin.events().find(({ payload }) => payload.$id === userId)
    expect(created?.events[0]).toBe(`${users}.${userId}.create`)
    await bank.call(bank.clara, endpoints.changePasscode, { body: { passcode: 'open sesame' } })
    await waitUntil(() => admin.events().some(({ payload }) => payload.$collectionId === 'secrets'))
    const changed = admin.events().find(({ payload }) => payload.$collectionId === 'secrets')
    expect(changed?.payload).toEqual({ $id: 'passcode', $collectionId: 'secrets', $databaseId: 'truedb' })
  })

  test('no event holds anything but the ids of its document', () => {
    const events = clients.flatMap((client) => client.events())
    expect(events.length).toBeGreaterThan(10)
    for (const { payload } of events) {
      expect(Object.keys(payload)).toEqual(['$id', '$collectionId', '$databaseId'])
    }
  })

  test('signing out closes a realtime connection so that the page listens again after the next sign-in', async () => {
    const gone = await bank.openAccount('Gone')
    const client = await open(gone, { channels: ['documents'] })
    expect((await bank.call(gone, endpoints.signOut)).status).toBe(204)
    await waitUntil(() => client.closedWith() !== 0)
    expect([client.closedWith(), client.heard.at(-1)?.type]).toEqual([1001, 'connected'])
  })
})
