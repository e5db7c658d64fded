import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, ask, type Question, sessionOf } from './ask.ts'
import type { Chance } from './chance.ts'
import { administrator } from './scene.ts'

/** A customer of the bank with an active account, signed in. */
export type Customer = {
  readonly userId: string
  readonly email: string
  readonly password: string
  readonly pin: string
  readonly cookie: string
  readonly number: string
  readonly currency: string
}

/** A member of the bank's staff, signed in with the passcode entered. */
export type Clerk = { readonly cookie: string }

const currencies = ['USD', 'EUR', 'GBP'] as const

/** Registers so many customers and has a clerk activate their accounts. Throws when the bank, which is well, says no. */
export async function openCustomers(
  address: string,
  { count, clerk, chance, name }: { count: number; clerk: Clerk; chance: Chance; name: string },
): Promise<Customer[]> {
  const customers: Customer[] = []
  const numbers = Array.from({ length: count }, (_, index) => index)
  // A few at once: each password is made slow to guess.
  for (let at = 0; at < count; at += 4) {
    const some = numbers.slice(at, at + 4).map((number) => ({
      email: `${name}-${number}@people.example`,
      password: `password of ${name} ${chance.below(1_000_000)}`,
      pin: String(chance.between(1_000, 9_999)),
      currency: currencies[number % currencies.length]!,
    }))
    customers.push(...(await Promise.all(some.map((person) => openCustomer(address, clerk, person)))))
  }
  return customers
}

async function openCustomer(
  address: string,
  clerk: Clerk,
  person: { email: string; password: string; pin: string; currency: string },
): Promise<Customer> {
  const registered = await done(address, {
    method: 'POST',
    path: '/api/registrations',
    body: { ...profile, ...person },
  })
  const cookie = sessionOf(registered)!
  const { body } = await done(address, { method: 'GET', path: '/api/me', cookie })
  const { id: userId, account } = body as { id: string; account: { number: string } }
  await done(address, {
    method: 'PUT',
    path: `/api/admin/users/${userId}/activation`,
    cookie: clerk.cookie,
  })
  return { ...person, userId, cookie, number: account.number }
}

/** Signs the administrator in and enters the passcode. */
export async function openClerk(address: string): Promise<Clerk> {
  const { email, password, passcode } = administrator
  const signedIn = await done(address, { method: 'POST', path: '/api/sessions', body: { email, password } })
  const elevated = await done(address, {
    method: 'POST',
    path: '/api/admin/passcode-entries',
    cookie: sessionOf(signedIn),
    body: { passcode },
  })
  return { cookie: sessionOf(elevated)! }
}

// People are also opened just after a fault, before the bank has its database back: longer than that is a finding.
const busyMillisecondsMax = 20_000
const pauseMilliseconds = 200

/** Asks, again while the bank says that it is busy, and throws when it says anything else but yes. */
async function done(address: string, question: Question): Promise<Answer> {
  const end = performance.now() + busyMillisecondsMax
  let answer = await ask(address, question)
  while (answer?.status === 503 && performance.now() < end) {
    await wait(pauseMilliseconds)
    answer = await ask(address, question)
  }
  if (answer !== undefined && answer.status < 300) return answer
  throw new Error(
    `${question.method} ${question.path} was answered with ${answer?.status} ${JSON.stringify(answer?.body)}`,
  )
}

const profile = {
  name: 'Chaos Customer',
  phone: '555 010 0100',
  dob: '1980-02-29',
  gender: 'others',
  employment_status: 'employed',
  country: 'United States',
  address: '1 Main Street',
  city: 'Springfield',
  state: 'Illinois',
  zip: '62701',
  accountType: 'checking',
}
