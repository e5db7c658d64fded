import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@bank/contract/endpoint'
import { endpoints } from '@bank/contract/endpoints'
import { hasRight, staffRoles } from '@bank/contract/roles/rights'
import type { StaffRole } from '@bank/contract/roles/role'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../test/ask.ts'
import { openTestBank, type Person, type TestBank } from '../test/bank.ts'
import type { Call } from './call.ts'
import { audienceText } from './http/api/audience-text.ts'
import { route } from './http/api/route.ts'
import { routes } from './routes.ts'

let bank: TestBank
let adam: Person
let carl: Person
let cody: Person
let cora: Person
let dean: Person
let dora: Person
let erin: Person
let nils: Person
let nora: Person
let zora: Person
let staff: Record<StaffRole, Person>
beforeAll(async () => {
  bank = await openTestBank()
  adam = await bank.openAccount('Adam')
  carl = await bank.openAccount('Carl', { role: 'administrator' })
  cody = await bank.openAccount('Cody', { role: 'administrator' })
  cora = await bank.openAccount('Cora', { role: 'administrator' })
  dora = await bank.openAccount('Dora')
  dean = await bank.openAccount('Dean', { role: 'administrator', isActive: false })
  erin = await bank.openAccount('Erin', { role: 'administrator' })
  await bank.bank.db.query('update accounts set is_active = false where user_id = $1', [erin.userId])
  nils = await bank.openAccount('Nils', { isActive: false })
  nora = await bank.openAccount('Nora', { isActive: false })
  zora = await bank.openAccount('Zora', { role: 'administrator' })
  const made = staffRoles.map(async (role) => [role, await bank.openAccount(`Of-${role}`, { role })] as const)
  staff = Object.fromEntries(await Promise.all(made)) as typeof staff
})
afterAll(() => bank.close())

/** The callers who are staff, each elevated, by role. */
const staffCallers = Object.fromEntries(
  staffRoles.map((role) => [`elevated staff in the role ${role}`, () => elevated(staff[role])]),
) as Record<`elevated staff in the role ${StaffRole}`, () => Promise<Visitor>>

/** Signs each caller in anew. Each is another user: a sign-in or a change of one leaves the others' sessions alone. */
const callers = {
  'a visitor': async () => newVisitor(),
  'an inactive customer': () => signedIn(bank.bruno),
  'a customer': () => signedIn(bank.alice),
  'a customer who signed in 11 minutes ago': async () => {
    await signedIn(adam)
    await backdate(adam, 'signed_in_at', 11)
    return adam
  },
  'a customer who has just confirmed': async () => {
    await signedIn(dora)
    await backdate(dora, 'proven_at', 0)
    return dora
  },
  'a customer with a temporary password': () => withTemporary(nora, 'password'),
  'a customer with a temporary PIN': () => withTemporary(nils, 'pin'),
  'a deactivated administrator with the passcode entered': () => elevated(erin),
  'an administrator': () => signedIn(dean),
  'an elevated administrator': () => elevated(bank.clara),
  'an elevated administrator who entered the passcode 11 minutes ago': async () => {
    await elevated(carl)
    await backdate(carl, 'lifted_at', 11)
    return carl
  },
  'an administrator without activity for 10 minutes': async () => {
    await elevated(cora)
    await backdate(cora, 'lifted_seen_at', 10)
    return cora
  },
  'an administrator who entered the passcode 30 minutes ago': async () => {
    await elevated(cody)
    await backdate(cody, 'lifted_at', 30)
    return cody
  },
  ...staffCallers,
  'an elevated administrator whose role has just ended': async () => {
    await elevated(zora)
    await bank.bank.db.query('update users set role_until = $2 where id = $1', [
      zora.userId,
      bank.clock.now(),
    ])
    return zora
  },
} satisfies Record<string, () => Promise<Visitor>>
type Name = keyof typeof callers

async function signedIn(person: Person): Promise<Visitor> {
  person.cookies.clear()
  await bank.call(person, endpoints.checkSession)
  return person
}

async function withTemporary(person: Person, secret: 'password' | 'pin'): Promise<Visitor> {
  await bank.bank.db.query(
    `update users
        set password_temporary_until = case when $2 = 'password' then $3::timestamptz end,
            pin_temporary_until      = case when $2 = 'pin'      then $3::timestamptz end
      where id = $1`,
    [person.userId, secret, new Date(bank.clock.now().getTime() + 86_400_000)],
  )
  return signedIn(person)
}

async function elevated(person: Person): Promise<Visitor> {
  await bank.elevate(person)
  return person
}

async function backdate({ userId }: Person, column: string, minutes: number): Promise<void> {
  await bank.bank.db.query(
    `update sessions set ${column} = $2::timestamptz - interval '1 minute' * $3 where user_id = $1`,
    [userId, bank.clock.now(), minutes],
  )
}

/** The refusal of each caller who is not in the audience. */
const ofTemporary: Partial<Record<Name, string>> = { 'a visitor': 'signed_out' }
const ofCustomers: Partial<Record<Name, string>> = {
  ...ofTemporary,
  'a customer with a temporary password': 'secrets_temporary',
  'a customer with a temporary PIN': 'secrets_temporary',
}
/** A confirmation of this change is required: a recent sign-in or the passcode is not enough. */
const ofUnconfirmed: Partial<Record<Name, string | undefined>> = {
  ...Object.fromEntries((Object.keys(callers) as Name[]).map((name) => [name, 'confirm_required'])),
  'a customer who has just confirmed': undefined,
}
const ofAdministrators: Partial<Record<Name, string>> = {
  ...ofCustomers,
  'a deactivated administrator with the passcode entered': 'administrator_deactivated',
  'an inactive customer': 'forbidden',
  'a customer': 'forbidden',
  'a customer who signed in 11 minutes ago': 'forbidden',
  'a customer who has just confirmed': 'forbidden',
  'an elevated administrator whose role has just ended': 'forbidden',
}
const ofElevated: Partial<Record<Name, string>> = {
  ...ofAdministrators,
  'an administrator': 'passcode_required',
  'an administrator without activity for 10 minutes': 'passcode_required',
  'an administrator who entered the passcode 30 minutes ago': 'passcode_required',
}
const refusalsByAudience: Record<string, Partial<Record<Name, string | undefined>>> = {
  anyone: {},
  'customer, temporary password or PIN accepted': ofTemporary,
  'customer, temporary password or PIN accepted, also before required two-factor is set up': ofTemporary,
  'customer, logged in or confirmed within 10 minutes, temporary password or PIN accepted': {
    ...ofTemporary,
    'a customer who signed in 11 minutes ago': 'confirm_required',
  },
  customer: ofCustomers,
  'customer, also before required two-factor is set up': ofCustomers,
  'customer, logged in or confirmed within 10 minutes': {
    ...ofCustomers,
    'a customer who signed in 11 minutes ago': 'confirm_required',
  },
  'customer, this change confirmed within 5 minutes': { ...ofUnconfirmed, ...ofCustomers },
  'customer, this change confirmed within 5 minutes, also before required two-factor is set up': {
    ...ofUnconfirmed,
    ...ofCustomers,
  },
  'customer, this change confirmed within 5 minutes, temporary password or PIN accepted': {
    ...ofUnconfirmed,
    ...ofTemporary,
  },
  staff: ofAdministrators,
  'staff, passcode entered': ofElevated,
  'staff, passcode entered within 10 minutes': {
    ...ofElevated,
    'an elevated administrator who entered the passcode 11 minutes ago': 'passcode_required',
  },
}
const audienceRefusals = [
  'signed_out',
  'secrets_temporary',
  'forbidden',
  'administrator_deactivated',
  'passcode_required',
  'confirm_required',
]

/** The callers whose session is as it was opened. */
const unchanged = new Map<Name, Visitor>()

/** The refusal of a caller: that of the endpoint's audience, and `forbidden` for staff whose role has not the right that it names. */
function expectedOf(name: Name, endpoint: Endpoint): string | undefined {
  const refusal = refusalsByAudience[callersOf(endpoint)]![name]
  const role = staffRoles.find((one) => name === `elevated staff in the role ${one}`)
  const { audience } = endpoint
  return role && 'may' in audience && !hasRight(role, audience.may) ? 'forbidden' : refusal
}

/** Calls an endpoint with input that nothing is done with. Gives the refusal when the caller is not in its audience. */
async function refusalOf(name: Name, endpoint: Endpoint): Promise<string | undefined> {
  const caller = unchanged.get(name) ?? (await callers[name]())
  const { problem } = await bank.call(caller, endpoint, {
    params: { id: randomUUID(), isoCode: 'DE', notice: 'none' },
    ...(endpoint.query ? { query: { limit: 'none', month: 'none' } } : {}),
    ...(endpoint.body && !endpoint.file ? { body: {} } : {}),
  })
  const code = problem && 'code' in problem ? problem.code : undefined
  const refusal = audienceRefusals.find((one) => one === code)
  // An admitted change may have ended the session.
  if (refusal === undefined && endpoint.method !== 'GET') unchanged.delete(name)
  else unchanged.set(name, caller)
  return refusal
}

describe('an endpoint admits its audience and refuses every other caller', () => {
  for (const { endpoint } of routes) {
    const audience = callersOf(endpoint)
    test(`${endpoint.method} ${endpoint.path} is for: ${audience}`, async () => {
      const names = Object.keys(callers) as Name[]
      const refusals = await Promise.all(names.map(async (name) => [name, await refusalOf(name, endpoint)]))
      expect(refusals).toEqual(names.map((name) => [name, expectedOf(name, endpoint)]))
    })
  }

  test('the paths under /api/admin are those for administrators', () => {
    for (const { endpoint } of routes) {
      const isForAdministrators = 'may' in endpoint.audience
      expect(endpoint.path.startsWith('/api/admin/')).toBe(isForAdministrators)
    }
  })

  test('a visitor can sign in, register and read what is public, and nothing else', () => {
    expect(pathsFor('anyone')).toEqual([
      'DELETE /api/sessions/current',
      'GET /api/countries',
      'GET /api/countries/:isoCode',
      'GET /api/demo-people',
      'GET /api/sessions/current',
      'POST /api/email-changes/restorations',
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

  test('with a temporary password or PIN a user can replace it and keep the session open, and nothing else', () => {
    const audiences = [
      'customer, temporary password or PIN accepted',
      'customer, temporary password or PIN accepted, also before required two-factor is set up',
      'customer, logged in or confirmed within 10 minutes, temporary password or PIN accepted',
      'customer, this change confirmed within 5 minutes, temporary password or PIN accepted',
    ]
    expect(audiences.map(pathsFor)).toEqual([
      ['GET /api/me/pin'],
      ['POST /api/sessions/current/confirmation', 'PUT /api/sessions/current'],
      ['POST /api/me/pin', 'PUT /api/me/pin'],
      ['PUT /api/me/password'],
    ])
  })

  test('without the passcode a member of staff can enter it, and nothing else', () => {
    expect(pathsFor('staff')).toEqual(['POST /api/admin/passcode-entries'])
  })

  test('the only other paths are operations, documents, the live connection and built files', () => {
    const ofRoutes = new Set(routes.map(({ endpoint }): string => endpoint.path))
    const others = [
      '/api/csp-report',
      '/api/docs',
      '/api/live',
      '/api/openapi.json',
      '/healthz',
      '/metrics',
      '/readyz',
    ]
    // Each built file has a path of its own, below /assets/.
    const paths = pathsOpen().filter((path) => !path.startsWith('/assets/'))
    expect(paths).toEqual([...ofRoutes, ...others].toSorted())
  })
})

function pathsFor(audience: string): string[] {
  const theirs = routes.filter(({ endpoint }) => callersOf(endpoint) === audience)
  return theirs.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).toSorted()
}

/** Every path the server answers, assembled from the router's tree. */
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

test('the routes stand in groups, one for each audience', () => {
  const audiences = routes.map(({ endpoint }) => callersOf(endpoint))
  const groups = audiences.filter((audience, at) => audience !== audiences[at - 1])
  expect(groups.toSorted()).toEqual(Object.keys(refusalsByAudience).toSorted())
})

describe('the rights of the roles', () => {
  const mayCall = (role: StaffRole) =>
    routes.flatMap(({ endpoint: { method, path, audience } }) =>
      'may' in audience && hasRight(role, audience.may) ? `${method} ${path}` : [],
    )

  test('an auditor calls every reading route of staff, and no other but the one that enters the passcode', () => {
    const reading = mayCall('administrator').filter((call) => call.startsWith('GET '))
    // Who changed the passcode is in the audit log.
    const ofPasscode = 'GET /api/admin/passcode'
    expect(mayCall('auditor').toSorted()).toEqual(
      ['POST /api/admin/passcode-entries', ...reading.filter((call) => call !== ofPasscode)].toSorted(),
    )
  })

  test('an administrator calls every route of staff', () => {
    const all = routes.filter(({ endpoint }) => 'may' in endpoint.audience)
    expect(mayCall('administrator')).toHaveLength(all.length)
  })

  test('the matrix of roles in the documents is the one that these tests prove', () => {
    const document = join(import.meta.dirname, '../../docs/roles.md')
    const page = readFileSync(document, 'utf8')
    const updated = page.replace(/(<!-- Made from .* -->\n)[\s\S]*(\n<!-- end -->)/, `$1${matrix()}$2`)
    expect(updated).toContain(matrix())
    return expect(updated).toMatchFileSnapshot(document)
  })
})

/** Each route of staff, the right that it names, and which roles have it. */
function matrix(): string {
  const rows = routes.flatMap(({ endpoint: { method, path, audience } }) => {
    if (!('may' in audience)) return []
    const marks = staffRoles.map((role) => (hasRight(role, audience.may) ? 'yes' : '')).join(' | ')
    return `| \`${method} ${path}\` | ${audience.may} | ${marks} |`
  })
  const head = `| Route | Right | ${staffRoles.join(' | ')} |`
  return [head, `|---|---|${staffRoles.map(() => '---|').join('')}`, ...rows.toSorted()].join('\n')
}

test('a verb that needs a signed-in actor does not type-check for an endpoint that anyone may call', () => {
  const verb = async ({ actor }: Call<typeof endpoints.removeAvatar>) => void actor.userId
  // @ts-expect-error A visitor may call signOut.
  expect(route(endpoints.signOut, verb).endpoint).toBe(endpoints.signOut)
})

/** The audience without the right. */
function callersOf({ audience }: Endpoint): string {
  return audienceText(audience).replace(/ \(\w+\)/, '')
}
