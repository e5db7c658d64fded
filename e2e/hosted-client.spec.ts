import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import type * as Sdk from 'appwrite'
import { type ClientPages, type ClientVersion, serveClientPages } from './client-pages.ts'
import { registration } from './customer.ts'
import { type OwnBank, openOwnBank } from './own-bank.ts'

/** What the script of a client page has. */
type ClientWindow = {
  Appwrite: typeof Sdk
  account: Sdk.Account
  databases: Sdk.Databases
  /** The names of the events that the page has heard. */
  heard: string[]
}

test('the official client, on a page of another origin, registers, hears of a funding and signs out', async ({
  browser,
}) => {
  await using pages = await serveClientPages()
  await using bank = await openGatewayBank(pages)
  await registerHearAndSignOut(browser, pages, bank, 'current')

  // A browser gives the page of an origin that is not allowed no answer, and the bank no changes.
  const other = await openClientPage(browser, `${pages.otherOrigin}/current`, bank)
  expect(await refusalOf(other)).toMatchObject({ name: 'TypeError', message: 'Failed to fetch' })
  expect(await socketOf(other, bank)).toEqual({ types: ['error'], code: 1008 })
  await other.context().close()
})

// Tests of the server run every call with both versions.
test('the early version of the official client registers, hears of a funding and signs out', {
  tag: '@gate',
}, async ({ browser }) => {
  await using pages = await serveClientPages()
  await using bank = await openGatewayBank(pages)
  await registerHearAndSignOut(browser, pages, bank, 'early')
})

function openGatewayBank({ origin }: ClientPages): Promise<OwnBank> {
  return openOwnBank({ GATEWAY_PROJECT: 'truepenny', GATEWAY_ORIGINS: origin })
}

async function registerHearAndSignOut(
  browser: Browser,
  pages: ClientPages,
  bank: OwnBank,
  version: ClientVersion,
): Promise<void> {
  const panel = await openPanel(browser, pages, bank)
  const page = await openClientPage(browser, `${pages.origin}/${version}`, bank)
  const id = await register(page)
  expect(await sessionCookie(page, bank)).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/v1' })
  await listen(page, version)
  expect(await fund(panel, id, 25.5)).toBe(25.5)
  await expect
    .poll(() => page.evaluate(() => (globalThis as never as ClientWindow).heard))
    .toContain(`databases.truedb.collections.users.documents.${id}.update`)
  expect(await balanceOf(page, id)).toBe(25.5)
  await page.evaluate(() => (globalThis as never as ClientWindow).account.deleteSession('current'))
  expect(await refusalOf(page)).toMatchObject({ code: 401, type: 'general_unauthorized_scope' })
  expect(await sessionCookie(page, bank)).toBeUndefined()
  await page.context().close()
  await panel.context().close()
}

/** Opens a page of the client in a new browser, with its calls to the bank. */
async function openClientPage(browser: Browser, address: string, bank: OwnBank): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(address)
  await page.evaluate((endpoint) => {
    const page = globalThis as never as ClientWindow
    const { Client, Account, Databases } = page.Appwrite
    const client = new Client().setEndpoint(endpoint).setProject('truepenny')
    Object.assign(page, { client, account: new Account(client), databases: new Databases(client), heard: [] })
  }, `${bank.address}/v1`)
  return page
}

/** Opens a page on which Clara has entered the passcode. */
async function openPanel(browser: Browser, pages: ClientPages, bank: OwnBank): Promise<Page> {
  const { people, passcode } = JSON.parse(readFileSync(join(bank.data, 'demo.json'), 'utf8'))
  const clara = people.find(({ name }: { name: string }) => name.startsWith('Clara'))
  const page = await openClientPage(browser, `${pages.origin}/current`, bank)
  await page.evaluate(
    async ({ email, password, passcode }) => {
      const { account, databases } = globalThis as never as ClientWindow
      await account.createEmailPasswordSession(email, password)
      await databases.createDocument('truedb', 'settings', 'unique()', { passcode })
    },
    { ...clara, passcode },
  )
  return page
}

/** Registers a customer as the product does, and returns the id. */
async function register(page: Page): Promise<string> {
  const { address: street, accountType: account_type, password, ...profile } = registration()
  return page.evaluate(
    async ({ data, password }) => {
      const { Appwrite, account, databases } = globalThis as never as ClientWindow
      const id = Appwrite.ID.unique()
      await account.create(id, data.email, password, data.name)
      await account.createEmailPasswordSession(data.email, password)
      const created = await databases.createDocument('truedb', 'users', id, { ...data, currency: '$' })
      return created.$id
    },
    { data: { ...profile, street, account_type }, password },
  )
}

async function sessionCookie(page: Page, { address }: OwnBank) {
  const cookies = await page.context().cookies(`${address}/v1`)
  return cookies.find(({ name }) => name === 'a_session_truepenny')
}

/** Subscribes to changes, and waits until the bank has confirmed it. */
async function listen(page: Page, version: ClientVersion): Promise<void> {
  // The early client names its channels in the address, the current one in a message.
  const confirmation = version === 'current' ? '"subscribe"' : '"connected"'
  const confirmed = new Promise<void>((resolve) => {
    page.once('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => String(payload).includes(confirmation) && resolve()),
    )
  })
  await page.evaluate(() => {
    const page = globalThis as never as ClientWindow & { client: Sdk.Client }
    const channels = ['users', 'transactions'].map((name) => `databases.truedb.collections.${name}.documents`)
    page.client.subscribe(channels, ({ events }) => page.heard.push(...events))
  })
  await confirmed
}

/** Adds to the balance that the administrator's page shows. Returns the new one. */
function fund(panel: Page, id: string, amount: number): Promise<number> {
  return panel.evaluate(
    async ({ id, amount }) => {
      const { databases } = globalThis as never as ClientWindow
      const { balance } = await databases.getDocument('truedb', 'users', id)
      const funded = await databases.updateDocument('truedb', 'users', id, { balance: balance + amount })
      return funded.balance
    },
    { id, amount },
  )
}

function balanceOf(page: Page, id: string): Promise<number> {
  return page.evaluate(async (id) => {
    const { databases } = globalThis as never as ClientWindow
    return (await databases.getDocument('truedb', 'users', id)).balance
  }, id)
}

/** What a page catches when it asks for its user. */
function refusalOf(page: Page): Promise<{ name: string; message: string; code?: number; type?: string }> {
  return page.evaluate(() =>
    (globalThis as never as ClientWindow).account.get().then(
      () => ({ name: 'none', message: 'the call was not refused' }),
      ({ name, message, code, type }) => ({ name, message, code, type }),
    ),
  )
}

/** Opens a live connection from a page: the types of its messages, and the code that it is closed with. */
function socketOf(page: Page, { address }: OwnBank): Promise<{ types: string[]; code: number }> {
  return page.evaluate(
    (realtime) =>
      new Promise((resolve) => {
        const types: string[] = []
        const socket = new WebSocket(realtime)
        socket.addEventListener('message', ({ data }) => types.push(JSON.parse(data).type))
        socket.addEventListener('close', ({ code }) => resolve({ types, code }))
      }),
    `${address.replace('http', 'ws')}/v1/realtime?project=truepenny`,
  )
}
