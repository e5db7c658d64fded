import { endpoints } from '@bank/contract/endpoints'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { fromPage } from '../../test/cookie-fetch.ts'
import { type HostedBank, type HostedPage, hostedClients, openHostedBank } from '../../test/hosted-client.ts'
import { type PageSocket, stubWebSocketWithCookies } from '../../test/page-socket.ts'
import { transfer } from '../../test/transfer.ts'
import { waitUntil } from '../../test/wait-until.ts'

type Heard = { events: string[]; payload: { $id: string; $collectionId: string; $databaseId: string } }
/** Listens to channels, and resolves to what ends it. */
type Subscribe = (
  page: HostedPage,
  channels: string[],
  hear: (event: Heard) => void,
) => Promise<() => unknown>

const [early, current] = hostedClients.map(([, sdk]) => sdk) as [Sdk, Sdk]
type Sdk = (typeof hostedClients)[number][1]

const byClient: Subscribe = async ({ client }, channels, hear) => client.subscribe(channels, hear as never)
const byService: Subscribe = async ({ client }, channels, hear) => {
  const { close } = await new current.Realtime(client).subscribe(channels, hear as never)
  return close
}

// With the last message that each receives before it hears changes.
const waysToListen = [
  ['early client', early, byClient, 'connected'],
  ['current client', current, byClient, 'response'],
  ['Realtime service of the current client', current, byService, 'response'],
] as const

const transactions = 'databases.truedb.collections.transactions.documents'
const users = 'databases.truedb.collections.users.documents'

describe.each(waysToListen)('live updates with the %s', (name, sdk, subscribe, lastMessage) => {
  let bank: HostedBank
  let sockets: PageSocket[]
  const printed: string[] = []
  const subscriptions: (() => unknown)[] = []
  beforeAll(async () => {
    bank = await openHostedBank(sdk)
    sockets = stubWebSocketWithCookies()
    for (const method of ['log', 'error'] as const) {
      vi.spyOn(console, method).mockImplementation(
        (...[said]) => void printed.push(typeof said === 'string' ? said : ''),
      )
    }
  })
  afterEach(async () => {
    for (const end of subscriptions.splice(0)) await end()
    await waitUntil(() => sockets.every(({ isClosed }) => isClosed()))
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await bank.close()
  })

  /** Opens a connection, and returns it with the events it hears. */
  async function listen(page: HostedPage, channels: string[]): Promise<PageSocket & { events: Heard[] }> {
    const events: Heard[] = []
    const before = sockets.length
    subscriptions.push(await fromPage(page, () => subscribe(page, channels, (event) => events.push(event))))
    await waitUntil(() => sockets.length > before)
    const socket = sockets.at(-1)!
    await waitUntil(() => socket.heard.includes(lastMessage) || socket.isClosed())
    return { ...socket, events }
  }

  test(`the ${name} hears of its own transfer and balance, and of no others`, async () => {
    const alice = await listen(await bank.signIn(bank.alice), [transactions, users])
    const bruno = await listen(await bank.signIn(bank.bruno), ['documents'])
    const body = transfer({ amount: '0.01' })
    expect((await bank.call(bank.alice, endpoints.sendTransfer, { body })).status).toBe(201)
    await waitUntil(() => alice.events.length === 2)
    const id = body.transactionId
    expect(alice.events).toMatchObject([
      { payload: { $id: id, $collectionId: 'transactions' } },
      { payload: { $id: bank.alice.userId, $collectionId: 'users' } },
    ])
    expect(alice.events[0]!.events).toContain(`${transactions}.${id}.create`)
    expect(bruno.events).toEqual([])
  })

  test(`the ${name} can read the documents that events name, on both sides of a transfer`, async () => {
    const bella = await bank.openAccount('Bella')
    const inside = { account_number: bella.account.number, bank_name: bank.bank.config.bankName }
    const pages = [await bank.signIn(bank.alice), await bank.signIn(bella)]
    const connections = [await listen(pages[0]!, [transactions]), await listen(pages[1]!, [transactions])]
    await bank.call(bank.alice, endpoints.sendTransfer, { body: transfer({ amount: '0.02', ...inside }) })
    await waitUntil(() => connections.every(({ events }) => events.length === 1))
    const documents = connections.map(({ events }, side) =>
      pages[side]!.databases.getDocument('truedb', 'transactions', events[0]!.payload.$id),
    )
    expect(await Promise.all(documents)).toMatchObject([
      { type: 'debit', amount: 0.02, id: bank.alice.userId },
      { type: 'credit', amount: 0.02, id: bella.userId },
    ])
  })

  test(`the ${name} connects again after its session has ended`, async () => {
    const page = await bank.signIn(bank.alice)
    const socket = await listen(page, ['documents'])
    const before = sockets.length
    printed.length = 0
    await page.account.deleteSession('current')
    await waitUntil(socket.isClosed)
    expect(printed.join()).toContain('in 1 seconds')
    await waitUntil(() => sockets.length > before && sockets.at(-1)!.heard.includes('connected'))
    expect(socket.heard.at(-1)).toBe(lastMessage)
  })

  test(`the ${name} does not connect again from another origin or with another project`, async () => {
    printed.length = 0
    for (const wishes of [{ origin: 'https://evil.example' }, { project: 'other' }]) {
      const socket = await listen(bank.openPage(wishes), ['documents'])
      await waitUntil(socket.isClosed)
      expect(socket.heard).toEqual(['error'])
    }
    expect(printed.join()).not.toContain('in 1 seconds')
  })
})
