import type { Endpoint } from '@bank/contract/endpoint'
import type { Role } from '@bank/contract/roles/role'
import { timeOrderedId } from '@bank/contract/time-ordered-id'
import type { Currency } from '@bank/ledger/currency'
import type { FastifyInstance } from 'fastify'
import { findMainAccount, setActive } from '../src/accounts/account.ts'
import { type Bank, openBank } from '../src/bank.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import { openHttp } from '../src/http/server.ts'
import type { DatabaseAddress } from '../src/postgres/database-address.ts'
import { inTransaction } from '../src/postgres/transaction.ts'
import { insertCustomer } from '../src/registration/customer.ts'
import { elevateSession, openSession, sessionKeyOf } from '../src/sessions/session.ts'
import { writeStoredValue } from '../src/storage/stored-value.ts'
import { ask, type Reply, type Sent, type Visitor } from './ask.ts'
import { bookMovement } from './book-movement.ts'
import { openTestDatabase, timeoutFactor } from './database.ts'

/** A user with an account and a browser. The first call signs the user in. */
export type Person = Visitor & {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly account: { readonly id: bigint; readonly number: string }
}

/** The secrets of all test users, so that each is hashed once. */
export const password = 'correct horse battery'
export const pin = '1234'
export const passcode = 'open sesame'

/** The start of the test clock. */
const noon = Date.UTC(2026, 10, 21, 12)

export type TestBank = {
  readonly bank: Bank
  readonly app: FastifyInstance
  /** The address of its database, with the owner's login. */
  readonly ownerAddress: DatabaseAddress
  /** The same with the program's login. */
  readonly programAddress: DatabaseAddress
  /** Active, with $100.00. */
  readonly alice: Person
  /** Not yet active, with $0.00. */
  readonly bruno: Person
  /** An administrator. `elevate` enters the passcode for her. */
  readonly clara: Person
  /** Sends a request through the routes. `who` is null for a client without cookies. */
  readonly call: <E extends Endpoint>(who: Visitor | null, endpoint: E, sent?: Sent<E>) => Promise<Reply<E>>
  readonly elevate: (administrator: Person) => Promise<void>
  /** Opens another account, in dollars unless given. `amountMinor` is its balance. */
  readonly openAccount: (
    name: string,
    wishes?: {
      amountMinor?: bigint
      isActive?: boolean
      role?: Role
      currency?: Currency
      /** False for a user without a PIN, as made by `npm run administrator`. */
      hasPin?: boolean
    },
  ) => Promise<Person>
  readonly clock: { readonly now: () => Date; readonly pass: (minutes: number) => void }
  readonly close: () => Promise<void>
}

/** Opens a bank with users on a new database, with the default settings except for those given, and long timeouts. */
export async function openTestBank(
  settings: Partial<Config> = {},
  {
    demoPeople = [],
    telemetry,
    archiving,
    readTls,
    timeoutFactor: factor = timeoutFactor,
    ...context
  }: Parameters<typeof openHttp>[1] &
    Pick<Parameters<typeof openBank>[0], 'demoPeople' | 'telemetry' | 'readTls' | 'timeoutFactor'> & {
      archiving?: Bank['archiving']
    } = {},
): Promise<TestBank> {
  const { db, ownerAddress, programAddress, close } = await openTestDatabase()
  let now = noon
  const bank = await openBank({
    config: { ...usualSettings(), ...settings },
    db,
    clock: () => now,
    demoPeople,
    telemetry,
    archive: archiving && (() => archiving),
    readTls,
    timeoutFactor: factor,
  })
  const app = await openHttp(bank, context)
  const passwordHash = await bank.passwords.hash(password)
  const hash = await bank.passwords.hash(passcode)
  await inTransaction(db, (connection) =>
    writeStoredValue(connection, { key: 'passcode', value: hash, updatedBy: null, now: new Date(now) }),
  )

  const openAccount: TestBank['openAccount'] = async (name, wishes = {}) => {
    const { amountMinor = 0n, isActive = true, role = 'customer', currency = 'USD', hasPin = true } = wishes
    const email = `${name.toLowerCase()}@example.com`
    const made = await inTransaction(db, async (connection) => {
      const id = timeOrderedId(new Date(now))
      const customer = { ...profile, id, name, email, role, currency, passwordHash, pin: hasPin ? pin : null }
      const inserted = await insertCustomer(connection, bank.keys.pinKey, customer, new Date(now))
      if (isActive) await setActive(connection, inserted!.account.id, { isActive, now: new Date(now) })
      return inserted!
    })
    if (amountMinor > 0n) await fund(bank, made.userId, amountMinor)
    return { ...made, name, email, role, cookies: new Map() }
  }

  // Concurrent first calls of a user sign in once.
  const signingIn = new Map<Person, Promise<string>>()
  async function signInOnce(person: Person): Promise<void> {
    const under = signingIn.get(person) ?? signIn(person)
    signingIn.set(person, under)
    await under
    signingIn.delete(person)
  }

  async function signIn({ userId, cookies }: Person): Promise<string> {
    const token = await inTransaction(db, (connection) =>
      openSession(connection, userId, { network: '', userAgent: '' }, new Date(now)),
    )
    cookies.set('sid', token)
    return token
  }

  return {
    bank,
    app,
    ownerAddress,
    programAddress,
    alice: await openAccount('Alice', { amountMinor: 100_00n }),
    bruno: await openAccount('Bruno', { isActive: false }),
    clara: await openAccount('Clara', { role: 'administrator' }),
    openAccount,
    async call(who, endpoint, sent) {
      if (who && isPerson(who) && !who.cookies.has('sid')) await signInOnce(who)
      const reply = await ask(app, who, endpoint, sent)
      // The next call after the end of a session signs in again.
      if (who && isPerson(who) && reply.problem?.code === 'signed_out') who.cookies.delete('sid')
      return reply
    },
    async elevate(administrator) {
      const key = sessionKeyOf(await signIn(administrator))!
      const token = await inTransaction(db, (connection) => elevateSession(connection, key, new Date(now)))
      administrator.cookies.set('sid', token)
    },
    clock: {
      now: () => new Date(now),
      pass: (minutes) => {
        now += minutes * 60_000
      },
    },
    close: async () => {
      await app.close()
      await bank.close()
      await close()
    },
  }
}

/** The settings of a test bank. `env` replaces some of them. */
export function usualSettings(env: Readonly<Record<string, string>> = {}): Config {
  return readConfig({
    SECRET_KEY: 'a key of the tests, long enough for a bank',
    DATABASE_URL: 'postgresql://stands.for/the-embedded-one',
    LOG_LEVEL: 'silent',
    // Clara has no second factor. The tests about it set `required`.
    ADMIN_SECOND_FACTOR: 'optional',
    ...env,
  })
}

const profile = {
  phone: '+1 555 010 0199',
  dob: '1990-02-28',
  gender: 'others',
  employmentStatus: 'employed',
  country: 'Germany',
  street: 'Quay Street 1',
  city: 'Bremen',
  state: 'Bremen',
  zip: '28195',
  accountType: 'checking',
} as const

function isPerson(who: Visitor): who is Person {
  return 'userId' in who
}

/** Funds an account like an administrator. */
async function fund(bank: Bank, userId: string, amountMinor: bigint): Promise<void> {
  const { id: to, currency } = (await findMainAccount(bank.db, userId))!
  await bookMovement(bank, { kind: 'funding', to, currency, amountMinor, madeBy: userId })
}
