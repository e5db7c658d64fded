import type { MeView } from '@bank/contract/profile/view'
import { elevatedSession, openAdministration } from '@bank/e2e/administrator'
import { untilAlive } from '@bank/e2e/bank'
import { newCustomer } from '@bank/e2e/customer'
import { alice, bruno, clara, type DemoPerson } from '@bank/e2e/demo-people'
import { type Cookies, call, visitor } from '@bank/e2e/endpoints'
import { expect, type Page } from '@playwright/test'
import type { Person, Screen, State } from './screen.ts'

/** Brings a fresh page to a state of a screen, and waits until it can be seen. Throws when it does not come. */
export async function goTo(page: Page, screen: Screen, state: State): Promise<void> {
  await page.context().addCookies(await cookiesOf(state.as ?? screen.as))
  await state.arrange?.(page)
  const path = typeof screen.path === 'string' ? screen.path : await screen.path()
  await page.goto(`${process.env.BANK_URL}${path}${state.query ?? ''}`)
  if (state.act && !state.arrange) await untilAlive(page)
  await state.act?.(page)
  await expectSettled(page, state)
  await page.locator('html').evaluate(({ ownerDocument }) => ownerDocument.fonts.ready)
}

/** Waits until a state can be seen; also after the window has changed, where a panel may have become a sheet. */
export async function expectSettled(page: Page, state: State): Promise<void> {
  await expect(state.settled(page).filter({ visible: true }).first()).toBeVisible({ timeout: 30_000 })
}

/** The id by which staff find a demo person. */
export async function idOf(person: 'alice' | 'bruno' | 'clara'): Promise<string> {
  const api = await visitor(await cookiesOf(person))
  const { id } = await call<MeView>(api, 'GET', '/api/me')
  await api.dispose()
  return id
}

const known = new Map<Person, Cookies>()

/** A person who is signed in already is not signed in again: the bank counts sign-ins, and keeps five sessions of each person. */
async function cookiesOf(person: Person): Promise<Cookies> {
  const cookies = known.get(person)
  if (cookies && (await isOpen(cookies, person))) return cookies
  const fresh = await opened[person]()
  if (person !== 'dora') known.set(person, fresh)
  return fresh
}

const opened: Record<Person, () => Promise<Cookies>> = {
  nobody: async () => [],
  alice: () => signedIn(alice()),
  bruno: () => signedIn(bruno()),
  clara: () => signedIn(clara()),
  'clara elevated': elevatedSession,
  dora: async () => (await newCustomer(administration)).cookies,
}

let atWork: ReturnType<typeof openAdministration> | undefined

function administration() {
  atWork ??= openAdministration()
  return atWork
}

async function signedIn({ email, password }: DemoPerson): Promise<Cookies> {
  const api = await visitor()
  await call(api, 'POST', '/api/sessions', { email, password })
  const { cookies } = await api.storageState()
  await api.dispose()
  return cookies
}

async function isOpen(cookies: Cookies, person: Person): Promise<boolean> {
  if (person === 'nobody') return true
  const api = await visitor(cookies)
  const { session } = await call<{ session: { elevatedUntil: string | null } | null }>(
    api,
    'GET',
    '/api/sessions/current',
  )
  await api.dispose()
  return session !== null && (person !== 'clara elevated' || session.elevatedUntil !== null)
}
