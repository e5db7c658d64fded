import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Role } from '@bank/contract/roles/role'
import type { DemoPeopleView } from '@bank/contract/sessions/view'
import { writeDurably } from '../storage/durable-file.ts'
import type { Profile } from '../users/user.ts'

/** A user for trying out the bank. */
export type DemoPerson = {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly pin: string
  readonly role: Role
}

/** In the data folder. */
export const demoFile = 'demo.json'

/** The contents of `DATA_DIR/demo.json`. */
export type DemoCredentials = { readonly people: readonly DemoPerson[]; readonly passcode: string }

/** The demo people's profiles, by their e-mail. */
export const demoProfiles: Readonly<Record<string, Profile & { readonly role: Role }>> = {
  'alice@demo.example': {
    name: 'Alice Moreno',
    role: 'customer',
    phone: '+1 503 555 0142',
    dob: '1991-04-12',
    gender: 'female',
    employmentStatus: 'employed',
    country: 'United States',
    street: '1420 Alder Street',
    city: 'Portland',
    state: 'Oregon',
    zip: '97205',
  },
  'bruno@demo.example': {
    name: 'Bruno Keller',
    role: 'customer',
    phone: '+49 30 5550 1188',
    dob: '1986-11-02',
    gender: 'male',
    employmentStatus: 'self-employed',
    country: 'Germany',
    street: 'Lindenallee 7',
    city: 'Berlin',
    state: 'Berlin',
    zip: '10115',
  },
  'clara@demo.example': {
    name: 'Clara Osei',
    role: 'administrator',
    phone: '+44 20 7946 0321',
    dob: '1979-07-25',
    gender: 'female',
    employmentStatus: 'employed',
    country: 'United Kingdom',
    street: '3 Quayside Court',
    city: 'Bristol',
    state: 'England',
    zip: 'BS1 4RB',
  },
  'emma@demo.example': {
    name: 'Emma Castellano',
    role: 'administrator',
    phone: '+1 212 555 0177',
    dob: '1983-02-09',
    gender: 'female',
    employmentStatus: 'employed',
    country: 'United States',
    street: '88 Mercer Street',
    city: 'New York',
    state: 'New York',
    zip: '10012',
  },
  'sofia@demo.example': {
    name: 'Sofia Lindqvist',
    role: 'support',
    phone: '+46 8 555 012 40',
    dob: '1994-06-30',
    gender: 'female',
    employmentStatus: 'employed',
    country: 'Sweden',
    street: 'Bergsgatan 12',
    city: 'Stockholm',
    state: 'Stockholm',
    zip: '112 28',
  },
  'omar@demo.example': {
    name: 'Omar Haddad',
    role: 'operations',
    phone: '+33 1 55 55 01 63',
    dob: '1988-01-18',
    gender: 'male',
    employmentStatus: 'employed',
    country: 'France',
    street: '14 rue des Tanneurs',
    city: 'Lyon',
    state: 'Rhône',
    zip: '69005',
  },
  'tessa@demo.example': {
    name: 'Tessa Novak',
    role: 'treasury',
    phone: '+420 255 550 194',
    dob: '1985-09-03',
    gender: 'female',
    employmentStatus: 'employed',
    country: 'Czech Republic',
    street: 'Lipová 5',
    city: 'Prague',
    state: 'Prague',
    zip: '120 00',
  },
  'arun@demo.example': {
    name: 'Arun Mehta',
    role: 'auditor',
    phone: '+91 22 5550 0187',
    dob: '1976-12-21',
    gender: 'male',
    employmentStatus: 'employed',
    country: 'India',
    street: '27 Hill Road',
    city: 'Mumbai',
    state: 'Maharashtra',
    zip: '400050',
  },
}

/** The demo people's credentials: random, made at the first start, and read from the file at every later one. The people of an older file stay as they are. */
export function demoCredentials(dataDir: string): DemoCredentials {
  const file = join(dataDir, demoFile)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeDurably(file, `${JSON.stringify(newCredentials(), null, 2)}\n`)
  }
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as DemoCredentials
  } catch {
    throw new Error(`${file} cannot be read: restore it, or start with DEMO=off`)
  }
}

/** The demo people as the sign-in page shows them. */
export function demoPeopleOf({ people }: DemoCredentials): DemoPeopleView['people'] {
  return people.map(({ name, email, password, role }) => ({ name, email, password, role }))
}

function newCredentials(): DemoCredentials {
  return {
    people: Object.entries(demoProfiles).map(([email, { name, role }]) => ({
      name,
      email,
      password: randomBytes(9).toString('base64url'),
      pin: String(randomInt(0, 10_000)).padStart(4, '0'),
      role,
    })),
    passcode: String(randomInt(0, 100_000_000)).padStart(8, '0'),
  }
}
