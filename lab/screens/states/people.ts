import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import type { MeView } from '@bank/contract/profile/view'
import type { SessionView } from '@bank/contract/sessions/view'
import { elevatedSession, openAdministration } from '@bank/e2e/administrator'
import { newCustomer } from '@bank/e2e/customer'
import { alice, bruno, clara } from '@bank/e2e/demo-people'
import { type Cookies, call, openSession, visitor } from '@bank/e2e/endpoints'
import { type OwnBank, openOwnBank } from '@bank/e2e/own-bank'

/**
 * Who opens a screen. `clara` has not entered the passcode; `clara elevated` has. A `new customer` is registered for one page,
 * active and with $100.00, so that changes affect no other page.
 */
export type Person = 'visitor' | 'alice' | 'bruno' | 'clara' | 'clara elevated' | 'new customer'

/** Opens a bank with its demo people, whose cookies `cookiesOf` returns. */
export async function openDemoBank(): Promise<OwnBank> {
  const bank = await openOwnBank()
  Object.assign(process.env, { BANK_URL: bank.address, BANK_DATA: bank.data })
  return bank
}

const kept = new Map<Person, Cookies>()

/** The cookies of a session. Sessions are reused: the bank limits sign-ins, and keeps five sessions of a user. */
export async function cookiesOf(person: Person): Promise<Cookies> {
  const cookies = kept.get(person)
  if (cookies && (await isOpen(cookies, person))) return cookies
  const fresh = await sessions[person]()
  if (person !== 'new customer') kept.set(person, fresh)
  return fresh
}

/** The user id of a demo person. */
export async function idOf(person: 'alice' | 'bruno' | 'clara'): Promise<string> {
  const api = await visitor(await cookiesOf(person))
  const { id } = await call<MeView>(api, 'GET', endpoints.readMe.path)
  await api.dispose()
  return id
}

/** The address of a page: with a message of Alice where it shows a message, and with Alice where it shows a user. */
export async function addressOf(path: string): Promise<string> {
  if (!path.includes(':id')) return path
  return path.replace(
    ':id',
    path.startsWith('/admin/support-messages') ? await openCase() : await idOf('alice'),
  )
}

async function openCase(): Promise<string> {
  const api = await visitor(await cookiesOf('alice'))
  const message = { email: alice().email, subject: 'A question', message: 'When is the bank open?' }
  const messageId = randomUUID()
  await call(api, 'POST', endpoints.writeToSupport.path, { ...message, messageId })
  await api.dispose()
  return messageId
}

/** Opens a second account, Savings, for the customer whose cookies these are. */
export async function openSavings(cookies: Cookies, currency = 'USD'): Promise<void> {
  const api = await visitor(cookies)
  const opening = { openingId: randomUUID(), accountType: 'online', currency, name: 'Savings' }
  await call(api, 'POST', endpoints.openAccount.path, opening)
  await api.dispose()
}

const sessions: Record<Person, () => Promise<Cookies>> = {
  visitor: async () => [],
  alice: () => openSession(alice()),
  bruno: () => openSession(bruno()),
  clara: () => openSession(clara()),
  'clara elevated': elevatedSession,
  'new customer': async () => (await newCustomer(administration)).cookies,
}

let opened: ReturnType<typeof openAdministration> | undefined

function administration() {
  opened ??= openAdministration()
  return opened
}

async function isOpen(cookies: Cookies, person: Person): Promise<boolean> {
  if (person === 'visitor') return true
  const api = await visitor(cookies)
  const { session } = await call<{ session: SessionView | null }>(api, 'GET', endpoints.checkSession.path)
  await api.dispose()
  return session !== null && (person !== 'clara elevated' || session.elevatedUntil !== null)
}
