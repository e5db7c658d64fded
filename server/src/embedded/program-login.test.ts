import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endProgram, startProgram } from '../../test/program.ts'
import { openDatabase } from '../postgres/database.ts'
import type { DatabaseAddress } from '../postgres/database-address.ts'
import { migrate } from '../postgres/migrate.ts'
import { type Embedded, startEmbedded } from './start-embedded.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'truepenny-login-'))
let server: Embedded
const started: Embedded[] = []

async function start(options?: Parameters<typeof startEmbedded>[1]): Promise<Embedded> {
  const embedded = await startEmbedded(dataDir, options)
  started.push(embedded)
  return embedded
}

async function ask(address: DatabaseAddress, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) ({ rows } = await client.query(statement))
    return rows
  } finally {
    await client.end()
  }
}

const passwordFile = () => readFileSync(join(dataDir, 'postgres-program-password'), 'utf8').trim()

beforeAll(async () => {
  server = await start()
  await migrate(server.ownerAddress)
})
afterAll(async () => {
  for (const { stop } of started.reverse()) await stop()
  rmSync(dataDir, { recursive: true })
})

describe('the login of the program', () => {
  test('the program’s login is no superuser, owns nothing and is a member of bank_app only', async () => {
    const rows = await ask(
      server.programAddress,
      `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
              (select count(*)::int from pg_class where relowner = r.oid) as owned,
              (select array_agg(g.rolname::text) from pg_auth_members m join pg_roles g on g.oid = m.roleid
                where m.member = r.oid) as member_of
         from pg_roles r
        where rolname = session_user`,
    )
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        rolbypassrls: false,
        owned: 0,
        member_of: ['bank_app'],
      },
    ])
  })

  test('the program’s login works as bank_app, without a warning', async () => {
    const warnings: string[] = []
    const db = await openDatabase(server.programAddress, { warn: (message) => warnings.push(message) })
    const { rows } = await db.query('select current_user::text as name, session_user::text as login')
    await db.end()
    expect([rows, warnings]).toEqual([[{ name: 'bank_app', login: 'bank_program' }], []])
  })

  for (const [what, ...statements] of [
    ['becomes the owner', 'reset role', 'set role bank'],
    ['becomes the owner by its session', 'set session authorization bank'],
    [
      'deletes audit events without a role',
      "select set_config('role', 'none', false)",
      'delete from audit_events',
    ],
    ['deletes audit events', 'reset role', 'delete from audit_events'],
    ['changes a posting', "select set_config('role', 'none', false)", 'update postings set amount_minor = 1'],
    ['empties the audit log', 'truncate audit_events'],
    ['runs a program', "copy (select 1) to program 'true'"],
    ['reads a file of the server', "select pg_read_file('postgresql.conf')"],
    ['writes a file of the server', "copy (select 1) to '/tmp/truepenny-never-written'"],
    ['makes a table', 'create table mine (id integer)'],
    ['makes a temporary table', 'create temporary table mine (id integer)'],
    ['makes a function', "create function mine() returns integer language sql as 'select 1'"],
    ['switches a trigger off', 'alter table postings disable trigger all'],
    ['alters a table', 'alter table users add column mine text'],
    ['ignores triggers', "set session_replication_role = 'replica'"],
    ['makes a role', 'create role mine'],
    ['makes itself a superuser', 'alter role bank_program superuser'],
    ['makes itself a member of the owner', 'grant bank to bank_program'],
    ['makes a database', 'create database mine'],
    ['sets the server', "alter system set fsync = 'off'"],
  ] as const) {
    test(`the program’s login is refused when it ${what}`, async () => {
      await expect(ask(server.programAddress, ...statements)).rejects.toMatchObject({
        code: expect.stringMatching(/^(42501|0LP01)$/),
      })
    })
  }

  test('the program’s login cannot connect to another database of the server', async () => {
    await expect(ask({ ...server.programAddress, database: 'postgres' }, 'select 1')).rejects.toThrow(
      'permission denied',
    )
  })
})

describe('the password of the program’s login', () => {
  test('the password of the program’s login is in a file that only its owner can read', () => {
    expect(passwordFile()).toBe(server.programAddress.password)
    expect(statSync(join(dataDir, 'postgres-program-password')).mode & 0o077).toBe(0)
  })

  test('the password of the program’s login is the same for a command, and another after the next start', async () => {
    const guest = await start({ join: true })
    expect(guest.programAddress).toEqual(server.programAddress)
    await guest.stop()
    const before = server.programAddress
    await server.stop()
    server = await start()
    expect(server.programAddress.password).not.toBe(before.password)
    await expect(ask(before, 'select 1')).rejects.toThrow('password authentication failed')
    expect(await ask(server.programAddress, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a command creates the program’s login in a bank of a version without it', async () => {
    await ask(server.ownerAddress, 'drop owned by bank_program', 'drop role bank_program')
    const guest = await start({ join: true })
    expect(await ask(guest.programAddress, 'select count(*)::int as postings from postings')).toEqual([
      { postings: 0 },
    ])
    await guest.stop()
  })
})

describe('a bank with DATABASE_URL', () => {
  const secretKey = 'a key of the tests, long enough for a bank'
  const programs: ReturnType<typeof startProgram>[] = []
  afterEach(async () => {
    for (const program of programs.splice(0)) await endProgram(program)
  })

  function run(settings: Record<string, string>) {
    const program = startProgram({ SECRET_KEY: secretKey, ...settings })
    programs.push(program)
    return program
  }

  const addressOf = (user: string, password: string, database: string) =>
    `postgresql://${user}:${password}@${encodeURIComponent(server.ownerAddress.host!)}/${database}`

  beforeAll(async () => {
    await ask(
      server.ownerAddress,
      'create database own',
      "create role owner_of_own login password 'owner'",
      'alter database own owner to owner_of_own',
      "create role teller login password 'teller'",
      "create role stranger login password 'stranger'",
      'grant bank_app to owner_of_own',
      'grant bank_app to teller',
    )
  })

  test('migrations run as DATABASE_OWNER_URL, and the program works as DATABASE_URL without a warning', async () => {
    const program = run({
      DATABASE_URL: addressOf('teller', 'teller', 'own'),
      DATABASE_OWNER_URL: addressOf('owner_of_own', 'owner', 'own'),
    })
    const address = await program.ready
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    const logins = await ask(
      server.ownerAddress,
      "select distinct usename::text from pg_stat_activity where datname = 'own'",
    )
    expect(logins).toEqual([{ usename: 'teller' }])
    const owners = await ask(
      { ...server.ownerAddress, database: 'own' },
      "select distinct tableowner::text from pg_tables where schemaname = 'public'",
    )
    expect(owners).toEqual([{ tableowner: 'owner_of_own' }])
    expect((await endProgram(program)).complaint).toBe('')
  })

  test('a process on a migrated database needs no DATABASE_OWNER_URL', async () => {
    const program = run({ DATABASE_URL: addressOf('teller', 'teller', 'own') })
    expect(await program.ready).toBeDefined()
    expect((await endProgram(program)).complaint).toBe('')
  })

  test('one login for both works, with a warning of one line', async () => {
    const program = run({ DATABASE_URL: addressOf('owner_of_own', 'owner', 'own') })
    expect(await program.ready).toBeDefined()
    expect((await endProgram(program)).complaint).toMatch(
      /^Warning: the program's database user is a superuser or owns the tables[^\n]+DATABASE_OWNER_URL[^\n]+\n$/,
    )
  })

  test('a program’s login without rights on the tables stops the start with one line', async () => {
    const { code, complaint } = await run({
      DATABASE_URL: addressOf('stranger', 'stranger', 'own'),
      DATABASE_OWNER_URL: addressOf('owner_of_own', 'owner', 'own'),
    }).ended
    expect([code, complaint]).toEqual([
      1,
      "The program's database user has no rights on the bank's tables: grant bank_app to it (docs/deployment.md).\n",
    ])
  })
})
