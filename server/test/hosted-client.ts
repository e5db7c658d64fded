import type { Role } from '@bank/contract/roles/role'
import * as current from 'appwrite'
import * as early from 'appwrite-early'
import { expect, vi } from 'vitest'
import { openTestBank, type Person, passcode, password, pin, type TestBank, usualSettings } from './bank.ts'
import { type BrowserPage, fromPage, stubFetchWithCookies } from './cookie-fetch.ts'
import { listenOnLoopback } from './live.ts'

type Sdk = typeof current

/** The official client of the hosted backend in two versions. Both take the positional parameters that the tests give. */
export const hostedClients: readonly (readonly [name: string, sdk: Sdk])[] = [
  ['early client', early as unknown as Sdk],
  ['current client', current],
]

/** The project and the origin that the gateway of the tests allows beside its own. */
export const project = 'truepenny'
export const clientOrigin = 'http://localhost:5173'

/** A page that uses the official client. */
export type HostedPage = BrowserPage & {
  readonly client: InstanceType<Sdk['Client']>
  readonly account: InstanceType<Sdk['Account']>
  readonly databases: InstanceType<Sdk['Databases']>
}

type Send = (data?: Readonly<Record<string, unknown>>, id?: string) => Promise<current.Models.DefaultDocument>

export type HostedBank = TestBank & {
  /** Opens a page in a new browser. */
  readonly openPage: (wishes?: { project?: string; origin?: string }) => HostedPage
  /** The same, and signs a user of the test bank in. */
  readonly signIn: (person: { readonly email: string }) => Promise<HostedPage>
  /** The same, and enters the passcode. */
  readonly enterPanel: (administrator: { readonly email: string }) => Promise<HostedPage>
  /** The same as a new customer with $100.00. `send` sends the transfer of `debitOf`, with other data where given. */
  readonly openSender: (
    name: string,
    wishes?: { isActive?: boolean; role?: Role },
  ) => Promise<{ person: Person; page: HostedPage; send: Send }>
  /** Moves the clocks of the bank and of the browsers. */
  readonly pass: (minutes: number) => void
}

/** Opens a test bank with its gateway on, which listens on loopback, for pages that use this version of the client. */
export async function openHostedBank(sdk: Sdk): Promise<HostedBank> {
  const bank = await openTestBank(usualSettings({ GATEWAY_PROJECT: project, GATEWAY_ORIGINS: clientOrigin }))
  const address = await listenOnLoopback(bank.app)
  // The client makes its ids from the browser's clock.
  vi.useFakeTimers({ toFake: ['Date'], now: bank.clock.now() })
  stubFetchWithCookies()

  const openPage: HostedBank['openPage'] = (wishes = {}) => {
    const page = { cookies: new Map<string, string>(), origin: wishes.origin ?? clientOrigin }
    const client = new sdk.Client().setEndpoint(`${address}/v1`).setProject(wishes.project ?? project)
    const call = client.call.bind(client)
    client.call = (...sent) => fromPage(page, () => call(...sent))
    return { ...page, client, account: new sdk.Account(client), databases: new sdk.Databases(client) }
  }
  const signIn: HostedBank['signIn'] = async ({ email }) => {
    const page = openPage()
    await page.account.createEmailPasswordSession(email, password)
    return page
  }
  return {
    ...bank,
    openPage,
    signIn,
    enterPanel: async (administrator) => {
      const page = await signIn(administrator)
      await page.databases.createDocument('truedb', 'settings', 'unique()', { passcode })
      return page
    },
    openSender: async (name, wishes = {}) => {
      const person = await bank.openAccount(name, { amountMinor: 100_00n, ...wishes })
      const page = await signIn(person)
      const send: Send = (data = {}, id = sdk.ID.unique()) =>
        page.databases.createDocument('truedb', 'transactions', id, { ...debitOf(person), ...data })
      return { person, page, send }
    },
    pass: (minutes) => {
      bank.clock.pass(minutes)
      vi.setSystemTime(bank.clock.now())
    },
    close: async () => {
      vi.useRealTimers()
      vi.unstubAllGlobals()
      await bank.close()
    },
  }
}

/** A transfer of $10.00 as a client of the hosted backend writes it, with the PIN. */
export function debitOf({ userId }: Person) {
  return {
    id: userId,
    amount: 10,
    type: 'debit',
    status: 'pending',
    description: 'Rent of November',
    transaction_pin: pin,
  }
}

export type HostedRefusal = { readonly code: number; readonly type: string; readonly message: string }

/** The refusal of a call, as the client throws it. */
export async function refusalOf(call: Promise<unknown>): Promise<HostedRefusal> {
  const exception: unknown = await call.then(
    () => expect.fail('the call was not refused'),
    (reason: unknown) => reason,
  )
  expect(exception).toMatchObject({ name: 'AppwriteException' })
  const { code, type, message, response } = exception as current.AppwriteException
  // The early client gives the answer's object, the current one its text.
  const body: unknown = typeof response === 'string' ? JSON.parse(response) : response
  expect(body).toEqual({ code, type, message, version: '1.6.0' })
  return { code, type, message }
}
