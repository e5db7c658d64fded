import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../test/ask.ts'
import { openTestBank, type Person, type TestBank } from '../test/bank.ts'
import type { Actor, Call } from './call.ts'
import {
  administrator,
  anyone,
  confirmedNewCustomer,
  newCustomer,
  provenNewCustomer,
} from './http/api/callers.ts'
import { route } from './http/api/route.ts'
import { routes } from './routes.ts'

let bank: TestBank
let dean: Person
let dora: Person
let erin: Person
let nora: Person
beforeAll(async () => {
  bank = await openTestBank()
  dora = await bank.openAccount('Dora')
  dean = await bank.openAccount('Dean', { role: 'administrator', isActive: false })
  erin = await bank.openAccount('Erin', { role: 'administrator' })
  await bank.bank.db.query('update accounts set is_active = false where user_id = $1', [erin.userId])
  nora = await bank.openAccount('Nora', { isActive: false })
})
afterAll(() => bank.close())

/** Somebody at the door, each time in a session of their own: some of what is asked for ends it. */
const people = {
  nobody: async () => newVisitor(),
  'an inactive customer': () => signedIn(bank.bruno),
  'a customer': () => signedIn(bank.alice),
  'a customer who showed the password 11 minutes ago': async () => {
    const browser = await signedIn(bank.alice)
    await backdate(bank.alice, 'signed_in_at', 11)
    return browser
  },
  'a customer who has just confirmed who they are': async () => {
    const browser = await signedIn(dora)
    await backdate(dora, 'proven_at', 0)
    return browser
  },
  'a customer with a temporary password': () => withTemporary('password'),
  'a customer with a temporary PIN': () => withTemporary('pin'),
  'a deactivated administrator who entered the passcode': async () => {
    await bank.elevate(erin)
    return erin
  },
  'an administrator': () => signedIn(dean),
  'an administrator at work': () => atWork(),
  'an administrator at work who entered the passcode 11 minutes ago': async () => {
    const browser = await atWork()
    await backdate(bank.clara, 'lifted_at', 11)
    return browser
  },
  'an administrator who did nothing for 10 minutes': async () => {
    const browser = await atWork()
    await backdate(bank.clara, 'lifted_seen_at', 10)
    return browser
  },
  'an administrator who entered the passcode 30 minutes ago': async () => {
    const browser = await atWork()
    await backdate(bank.clara, 'lifted_at', 30)
    return browser
  },
} satisfies Record<string, () => Promise<Visitor>>
type Name = keyof typeof people

async function signedIn(person: Person): Promise<Visitor> {
  person.cookies.clear()
  await bank.call(person, endpoints.checkSession)
  return person
}

async function withTemporary(secret: 'password' | 'pin'): Promise<Visitor> {
  await bank.bank.db.query(
    `update users
        set password_temporary_until = case when $2 = 'password' then $3::timestamptz end,
            pin_temporary_until      = case when $2 = 'pin'      then $3::timestamptz end
      where id = $1`,
    [nora.userId, secret, new Date(bank.clock.now().getTime() + 86_400_000)],
  )
  return signedIn(nora)
}

async function atWork(): Promise<Visitor> {
  await bank.elevate(bank.clara)
  return bank.clara
}

async function backdate({ userId }: Person, column: string, minutes: number): Promise<void> {
  await bank.bank.db.query(
    `update sessions set ${column} = $2::timestamptz - interval '1 minute' * $3 where user_id = $1`,
    [userId, bank.clock.now(), minutes],
  )
}

/** How each kind of caller is turned away where they may not come in. */
const forNewCustomers: Partial<Record<Name, string>> = { nobody: 'signed_out' }
const forCustomers: Partial<Record<Name, string>> = {
  ...forNewCustomers,
  'a customer with a temporary password': 'secrets_temporary',
  'a customer with a temporary PIN': 'secrets_temporary',
}
/** Only a customer who has confirmed this change: a recent sign-in or the passcode is not enough. */
const unproven: Partial<Record<Name, string | undefined>> = {
  ...Object.fromEntries((Object.keys(people) as Name[]).map((name) => [name, 'confirm_required'])),
  'a customer who has just confirmed who they are': undefined,
}
const forAdministrators: Partial<Record<Name, string>> = {
  ...forCustomers,
  'a deactivated administrator who entered the passcode': 'administrator_deactivated',
  'an inactive customer': 'forbidden',
  'a customer': 'forbidden',
  'a customer who showed the password 11 minutes ago': 'forbidden',
  'a customer who has just confirmed who they are': 'forbidden',
}
const forWork: Partial<Record<Name, string>> = {
  ...forAdministrators,
  'an administrator': 'passcode_required',
  'an administrator who did nothing for 10 minutes': 'passcode_required',
  'an administrator who entered the passcode 30 minutes ago': 'passcode_required',
}
const turnedAway: Record<string, Partial<Record<Name, string | undefined>>> = {
  anyone: {},
  'customer, also with a temporary password or PIN': forNewCustomers,
  'customer who has shown the password within 10 minutes, also with a temporary password or PIN': {
    ...forNewCustomers,
    'a customer who showed the password 11 minutes ago': 'confirm_required',
  },
  customer: forCustomers,
  'customer who has shown the password within 10 minutes': {
    ...forCustomers,
    'a customer who showed the password 11 minutes ago': 'confirm_required',
  },
  'customer who has confirmed this change': { ...unproven, ...forCustomers },
  'customer who has confirmed this change, also with a temporary password or PIN': {
    ...unproven,
    ...forNewCustomers,
  },
  administrator: forAdministrators,
  'administrator with the passcode entered': forWork,
  'administrator with the passcode entered within 10 minutes': {
    ...forWork,
    'an administrator at work who entered the passcode 11 minutes ago': 'passcode_required',
  },
}
const atTheDoor = [
  'signed_out',
  'secrets_temporary',
  'forbidden',
  'administrator_deactivated',
  'passcode_required',
  'confirm_required',
]

describe('whoever comes to a door is let in or turned away as it says', () => {
  for (const { endpoint, caller } of routes) {
    test(`${endpoint.method} ${endpoint.path} is for: ${caller.name}`, async () => {
      const names = Object.keys(people) as Name[]
      const met: Record<string, string | undefined> = {}
      for (const name of names) {
        const { problem } = await bank.call(await people[name](), endpoint, {
          params: { id: randomUUID(), isoCode: 'DE', notice: 'none' },
          ...(endpoint.body && !endpoint.file ? { body: {} } : {}),
        })
        const code = problem && 'code' in problem ? problem.code : undefined
        met[name] = atTheDoor.find((one) => one === code)
      }
      const expected = turnedAway[caller.name]
      expect(expected).toBeDefined()
      expect(met).toEqual(Object.fromEntries(names.map((name) => [name, expected![name]])))
    })
  }

  test('everything for administrators stands under /api/admin, and nothing else does', () => {
    for (const { endpoint, caller } of routes) {
      expect(endpoint.path.startsWith('/api/admin/')).toBe(caller.name.startsWith('administrator'))
    }
  })

  test('without signing in there is what brings somebody in, and what is no secret', () => {
    expect(pathsFor(anyone.name)).toEqual([
      'DELETE /api/sessions/current',
      'GET /api/countries',
      'GET /api/countries/:isoCode',
      'GET /api/demo-people',
      'GET /api/sessions/current',
      'POST /api/email-changes/uses',
      'POST /api/password-resets',
      'POST /api/password-resets/uses',
      'POST /api/registrations',
      'POST /api/sessions',
      'POST /api/sessions/recovery',
      'POST /api/sessions/second-step',
      'POST /api/support-messages',
    ])
  })

  test('a temporary password or PIN can be replaced, the session kept open and ended, and no more', () => {
    const callers = [newCustomer, confirmedNewCustomer, provenNewCustomer]
    expect(callers.map(({ name }) => pathsFor(name))).toEqual([
      ['GET /api/me/pin', 'POST /api/sessions/current/confirmation', 'PUT /api/sessions/current'],
      ['POST /api/me/pin', 'PUT /api/me/pin'],
      ['PUT /api/me/password'],
    ])
  })

  test('without the passcode an administrator can enter it, and no more', () => {
    expect(pathsFor(administrator.name)).toEqual(['POST /api/admin/passcode-entries'])
  })

  test('only what belongs to nobody, and the live door, stands beside the routes', () => {
    const walked = new Set(routes.map(({ endpoint }): string => endpoint.path))
    const beside = [
      '/api/csp-report',
      '/api/docs',
      '/api/live',
      '/api/openapi.json',
      '/healthz',
      '/metrics',
      '/readyz',
    ]
    expect(pathsOpen()).toEqual([...walked, ...beside].toSorted())
  })
})

function pathsFor(name: string): string[] {
  const theirs = routes.filter(({ caller }) => caller.name === name)
  return theirs.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).toSorted()
}

/** Every path the bank answers, put together from the tree in which they are kept. */
function pathsOpen(): string[] {
  const above: string[] = []
  return bank.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', piece = '', methods] = /^([│ ]*)[├└]── (\S+)( \()?/.exec(line) ?? []
      const depth = indent.length / 4
      above.splice(depth, Number.POSITIVE_INFINITY, piece)
      return methods === undefined ? [] : [above.join('')]
    })
    .toSorted()
}

describe('a route does not type-check', () => {
  test('without saying who may call', () => {
    // @ts-expect-error Who may call is left out.
    expect(route(endpoints.signOut, async () => undefined).verb).toBeUndefined()
  })

  test('when it lets in somebody its verb does not reckon with', () => {
    const verb = async ({ actor }: Call<typeof endpoints.signOut, Actor>) => void actor.userId
    // @ts-expect-error The verb reckons with somebody who is signed in.
    expect(route(endpoints.signOut, anyone, verb).caller).toBe(anyone)
  })
})
