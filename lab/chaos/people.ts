import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { registrationForm } from '@bank/server/test/registration-form'
import { type Answer, ask, type BankRequest, sessionOf } from './ask.ts'
import type { Chance } from './chance.ts'
import { administratorCredentials } from './scene.ts'

/** A customer of the bank with an active account, signed in. One with two accounts is listed with each. */
export type Customer = {
  readonly userId: string
  readonly email: string
  readonly password: string
  readonly pin: string
  readonly cookie: string
  readonly number: string
  readonly currency: string
  /** The number of the customer's other account, which has the same currency; absent for most. */
  readonly otherNumber?: string
  /** The id of the account's pot; absent for most. */
  readonly pot?: string
  /** Whether the customer's transfers wait, so that they can be taken back. They stay inside the bank and are rounded up. */
  readonly hasUndo?: true
}

/** A session of a member of staff, with the passcode entered. */
export type Administrator = { readonly cookie: string }

const currencies = ['USD', 'EUR', 'GBP'] as const

/** Registers `count` customers and activates their accounts. Throws when the bank refuses. */
export async function openCustomers(
  address: string,
  {
    count,
    administrator,
    chance,
    name,
  }: { count: number; administrator: Administrator; chance: Chance; name: string },
): Promise<Customer[]> {
  const customers: Customer[] = []
  const numbers = Array.from({ length: count }, (_, index) => index)
  // Four in parallel: each password hash takes a core for tens of milliseconds.
  for (let at = 0; at < count; at += 4) {
    const some = numbers.slice(at, at + 4).map((number) => ({
      email: `${name}-${number}@people.example`,
      password: `password of ${name} ${chance.below(1_000_000)}`,
      pin: String(chance.between(1_000, 9_999)),
      currency: currencies[number % currencies.length]!,
    }))
    customers.push(...(await Promise.all(some.map((person) => openCustomer(address, administrator, person)))))
  }
  return customers
}

/** Opens a second account for a customer, and returns the customer with each of the two. */
export async function openSecondAccount(address: string, customer: Customer): Promise<[Customer, Customer]> {
  const { cookie, currency, number } = customer
  const { body } = await done(address, {
    method: 'POST',
    path: '/api/accounts',
    cookie,
    body: { openingId: randomUUID(), accountType: 'online', currency, name: 'Second' },
  })
  const otherNumber = String(body.number)
  return [
    { ...customer, otherNumber },
    { ...customer, number: otherNumber, otherNumber: number },
  ]
}

/** Limits what a customer sends to others in a day. */
export async function limitDay(address: string, { cookie, currency }: Customer, day: string): Promise<void> {
  const path = `/api/me/guards/${currency}`
  await done(address, { method: 'PUT', path, cookie, body: { payment: null, day, month: null } })
}

/** Opens a pot for an account. */
export async function openPot(address: string, customer: Customer): Promise<Customer> {
  const path = `/api/pots?account=${customer.number}`
  const body = { openingId: randomUUID(), name: 'Holiday' }
  const opened = await done(address, { method: 'POST', path, cookie: customer.cookie, body })
  return { ...customer, pot: String(opened.body.id) }
}

/** Lets a customer's later transfers wait for ten seconds, and rounds them up into the pot. */
export async function chooseUndoTime(address: string, customer: Customer): Promise<Customer> {
  const { cookie, pot } = customer
  await done(address, { method: 'PUT', path: '/api/me/undo-time', cookie, body: { seconds: 10 } })
  await done(address, { method: 'PUT', path: `/api/pots/${pot}/round-up`, cookie })
  return { ...customer, hasUndo: true }
}

async function openCustomer(
  address: string,
  administrator: Administrator,
  person: Pick<Customer, 'email' | 'password' | 'pin' | 'currency'>,
): Promise<Customer> {
  const registered = await done(address, {
    method: 'POST',
    path: '/api/registrations',
    body: { ...registrationForm, ...person },
  })
  const cookie = sessionOf(registered)!
  const { body } = await done(address, { method: 'GET', path: '/api/me', cookie })
  const { id: userId, account } = body as { id: string; account: { number: string } }
  await done(address, {
    method: 'PUT',
    path: `/api/admin/users/${userId}/activation`,
    body: { changeId: randomUUID() },
    cookie: administrator.cookie,
  })
  return { ...person, userId, cookie, number: account.number }
}

/** Signs the administrator in and enters the passcode. */
export async function openAdministrator(address: string): Promise<Administrator> {
  const { email, password } = administratorCredentials
  const signedIn = await done(address, { method: 'POST', path: '/api/sessions', body: { email, password } })
  return elevate(address, sessionOf(signedIn)!)
}

/** Makes someone the second person for what the administrator funds, without the right to set a status. */
export async function openApprover(
  address: string,
  { administrator, chance }: { administrator: Administrator; chance: Chance },
): Promise<Administrator> {
  const [approver] = await openCustomers(address, { count: 1, administrator, chance, name: 'approver' })
  const { userId, cookie } = approver!
  const path = `/api/admin/users/${userId}/role`
  await done(address, { method: 'PUT', path, cookie: administrator.cookie, body: { role: 'treasury' } })
  return elevate(address, cookie)
}

async function elevate(address: string, cookie: string): Promise<Administrator> {
  const { passcode } = administratorCredentials
  const path = '/api/admin/passcode-entries'
  const elevated = await done(address, { method: 'POST', path, cookie, body: { passcode } })
  return { cookie: sessionOf(elevated)! }
}

// Customers are also opened just after a fault, when the bank may still be without its database.
const busyMillisecondsMax = 20_000
const pauseMilliseconds = 200

/** Sends a request, again while the bank is busy. Throws at any other answer that is not a success. */
async function done(address: string, request: BankRequest): Promise<Answer> {
  const end = performance.now() + busyMillisecondsMax
  let answer = await ask(address, request)
  while (answer?.status === 503 && performance.now() < end) {
    await wait(pauseMilliseconds)
    answer = await ask(address, request)
  }
  if (answer !== undefined && answer.status < 300) return answer
  throw new Error(
    `${request.method} ${request.path} was answered with ${answer?.status} ${JSON.stringify(answer?.body)}`,
  )
}
