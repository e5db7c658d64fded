import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { startProgram } from '../../test/program.ts'
import { waitUntil } from '../../test/wait-until.ts'
import type { DatabaseAddress } from './database-address.ts'
import { migrate, newestMigration } from './migrate.ts'

let directory: string
let address: DatabaseAddress
let client: pg.Client

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'truepenny-migrations-'))
  const database = `empty_${randomUUID().replaceAll('-', '')}`
  const maker = new pg.Client(inject('postgres'))
  await maker.connect()
  await maker.query(`create database ${database}`)
  await maker.end()
  address = { ...inject('postgres'), database }
  client = new pg.Client(address)
  await client.connect()
})

afterEach(async () => {
  await client.end()
  rmSync(directory, { recursive: true })
})

const file = (name: string, sql: string) => writeFileSync(join(directory, name), sql)

async function tables(): Promise<string[]> {
  const { rows } = await client.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  )
  return rows.map(({ name }) => name)
}

test('an empty database is migrated once', async () => {
  file('0001-pots.sql', 'create table pots (id int); insert into pots values (1);')
  await migrate(address, directory)
  file('0002-lids.sql', 'create table lids (id int);')
  await migrate(address, directory)
  await migrate(address, directory)
  expect(await tables()).toEqual(['lids', 'migrations', 'pots'])
  expect((await client.query('select id from pots')).rows).toEqual([{ id: 1 }])
})

test('a program that is started to migrate ends after that, and needs no secret but the owner’s address', async () => {
  const { user, password, host, port, database } = address
  const DATABASE_URL = `postgresql://${user}:${password}@localhost:${port}/${database}?host=${host}`
  const { ended } = startProgram({ DATABASE_URL, GATEWAY_PROJECT: 'bank' }, '--migrate')
  expect(await ended).toEqual({ code: 0, complaint: '' })
  const { rows } = await client.query(
    `select count(*)::integer as count, to_regclass('transactions_newest_of_a_status') is not null as "hasIndex" from migrations`,
  )
  expect(rows).toEqual([{ count: await newestMigration(), hasIndex: true }])
})

test('programs that start at the same time on an empty database migrate it once', async () => {
  file('0001-pots.sql', 'create table pots (id int); insert into pots values (1);')
  await Promise.all([1, 2, 3, 4].map(() => migrate(address, directory)))
  expect((await client.query('select id from pots')).rows).toEqual([{ id: 1 }])
})

test('a migration that fails is rolled back and names its file', async () => {
  file('0001-pots.sql', 'create table pots (id int);')
  file('0002-lids.sql', 'create table lids (id int); select 1 / 0;')
  await expect(migrate(address, directory)).rejects.toThrow(
    '0002-lids.sql failed and was rolled back: division',
  )
  expect(await tables()).toEqual(['migrations', 'pots'])
})

test('earlier messages to support are migrated to cases, with their texts and answers as entries', async () => {
  const own = join(import.meta.dirname, '../../migrations')
  for (const name of readdirSync(own).filter((each) => each < '0068')) {
    copyFileSync(join(own, name), join(directory, name))
  }
  await migrate(address, directory)
  const [clara, open, answered] = [randomUUID(), randomUUID(), randomUUID()]
  await client.query(
    `insert into users (id, email, name, password_hash, password_set_at, phone, gender, employment_status, country, street, city,
                        state, zip, created_at)
     values ($1, 'clara@example.com', 'Clara', '', now(), '', '', '', '', '', '', '', '', now())`,
    [clara],
  )
  await client.query(
    `insert into support_messages (id, user_id, email, subject, message, created_at, answered_at, taken_by)
     values ($1, null, 'v@example.com', 'Open', 'Question 1', '2026-11-01Z', null, null),
            ($2, $3, 'clara@example.com', 'Answered', 'Question 2', '2026-11-02Z', '2026-11-03Z', $3)`,
    [open, answered, clara],
  )
  // Its id, which a browser made, is that of a message.
  await client.query(
    `insert into support_answers (id, message_id, author_id, text, answered_at) values ($1, $2, $3, 'Answer', '2026-11-03Z')`,
    [open, answered, clara],
  )
  await migrate(address)
  const { rows } = await client.query(
    `select c.id, c.kind, c.state, c.due_at::date::text as due, c.taken_by as owner, e.side, e.author_id as author, e.text
       from cases c join case_entries e on e.case_id = c.id
      order by e.written_at`,
  )
  const closed = { id: answered, kind: 'question', state: 'closed', due: null, owner: clara, author: clara }
  expect(rows).toEqual([
    {
      ...closed,
      id: open,
      state: 'open',
      due: '2026-11-03',
      owner: null,
      side: 'customer',
      author: null,
      text: 'Question 1',
    },
    { ...closed, side: 'customer', text: 'Question 2' },
    { ...closed, side: 'bank', text: 'Answer' },
  ])
})

test('the migration that removes orders stops while one waits to be carried out, and keeps it', async () => {
  const own = join(import.meta.dirname, '../../migrations')
  const removal = readdirSync(own).find((name) => name.endsWith('-no-orders.sql'))!
  for (const name of readdirSync(own).filter((each) => each < removal)) {
    copyFileSync(join(own, name), join(directory, name))
  }
  await migrate(address, directory)
  const id = randomUUID()
  await client.query(
    `with customer as (
       insert into users (id, email, name, password_hash, password_set_at, phone, gender, employment_status, country, street, city,
                          state, zip, created_at)
       values ($1, 'alice@example.com', 'Alice', '', now(), '', '', '', '', '', '', '', '', now()) returning id
     )
     insert into orders (id, user_id, movement, due_at) select id, id, '{}', now() from customer`,
    [id],
  )
  await expect(migrate(address)).rejects.toThrow(`${removal} failed and was rolled back: orders wait`)
  expect((await client.query('select id from orders')).rows).toEqual([{ id }])
  await client.query('update orders set done_at = now()')
  await migrate(address)
  expect(await tables()).not.toContain('orders')
})

/** Begins a transaction that has recorded the first migration, as a process does that is running it, and returns its connection. */
async function recordFirst(checksum: string): Promise<pg.Client> {
  const other = new pg.Client(address)
  // Its connection is terminated.
  other.on('error', () => {})
  await other.connect()
  await other.query('begin')
  await other.query(`insert into migrations (number, name, checksum) values (1, '0001-pots.sql', $1)`, [
    checksum,
  ])
  return other
}

async function waitUntilOneWaits(reader: pg.Client): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await waitUntil(async () => (await reader.query(waiting)).rowCount! > 0)
}

describe('a migration that another program is running', () => {
  beforeEach(async () => {
    await migrate(address, directory)
    file('0001-pots.sql', 'create table pots (id int); insert into pots values (1);')
  })

  test('a migration is done by the next program when the one that runs it dies', async () => {
    const other = await recordFirst('any')
    const migration = migrate(address, directory)
    await waitUntilOneWaits(client)
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`,
    )
    await migration
    expect((await client.query('select id from pots')).rows).toEqual([{ id: 1 }])
    await other.end()
  })

  test('a migration that another program has run from an edited file is refused after the wait', async () => {
    const other = await recordFirst('of an edited file')
    const migration = migrate(address, directory)
    await waitUntilOneWaits(client)
    await other.query('commit')
    await expect(migration).rejects.toThrow('0001-pots.sql was changed after the database had run it')
    await other.end()
  })
})

test('a database without missing migrations is only read, so that a start needs no right to write', async () => {
  file('0001-pots.sql', 'create table pots (id int);')
  await migrate(address, directory)
  await client.query('begin; lock table migrations in exclusive mode')
  await expect(migrate(address, directory)).resolves.toBeUndefined()
  await client.query('rollback')
})

test('a migration that waits for a long read does not block other readers, and is done after it', async () => {
  file('0001-pots.sql', 'create table pots (id int);')
  await migrate(address, directory)
  await client.query('begin; select from pots')
  file('0002-lids.sql', 'alter table pots add column lid int;')
  const migration = migrate(address, directory)
  const reader = new pg.Client(address)
  await reader.connect()
  await waitUntilOneWaits(reader)
  expect((await reader.query('select from pots')).rowCount).toBe(0)
  await reader.end()
  await client.query('commit')
  await migration
  expect((await client.query('select lid from pots')).rows).toEqual([])
})

test('a migration that conflicts with another transaction is run again', async () => {
  file('0001-tries.sql', 'create sequence tries;')
  file(
    '0002-pots.sql',
    `create table pots (id int);
     do $$
     begin
       -- A sequence is not rolled back.
       if nextval('tries') = 1 then
         raise exception 'conflict' using errcode = 'serialization_failure';
       end if;
     end
     $$;`,
  )
  await migrate(address, directory)
  expect(await tables()).toEqual(['migrations', 'pots'])
  expect((await client.query(`select last_value from tries`)).rows).toEqual([{ last_value: '2' }])
})

test('a migration that was edited after it ran is refused', async () => {
  file('0001-pots.sql', 'create table pots (id int);')
  await migrate(address, directory)
  file('0001-pots.sql', 'create table pots (id bigint);')
  await expect(migrate(address, directory)).rejects.toThrow(
    '0001-pots.sql was changed after the database had run it as 0001-pots.sql: restore it.',
  )
})

test('other line endings do not count as an edit', async () => {
  file('0001-pots.sql', 'create table pots (\n  id int\n);\n')
  await migrate(address, directory)
  file('0001-pots.sql', 'create table pots (\r\n  id int\r\n);\r\n')
  await expect(migrate(address, directory)).resolves.toBeUndefined()
})

test('a database that is newer than the program is refused', async () => {
  file('0001-pots.sql', 'create table pots (id int);')
  file('0002-lids.sql', 'create table lids (id int);')
  await migrate(address, directory)
  rmSync(join(directory, '0002-lids.sql'))
  await expect(migrate(address, directory)).rejects.toThrow(
    'The database is newer than this program: it has 0002-lids.sql. Start the newer version.',
  )
})

test('a gap in the numbers is refused before anything runs', async () => {
  file('0001-pots.sql', 'create table pots (id int);')
  file('0003-lids.sql', 'create table lids (id int);')
  await expect(migrate(address, directory)).rejects.toThrow('0003-lids.sql must be named 0002-….sql')
  expect(await tables()).toEqual([])
})

test('the migration of temporary secrets keeps the users’ own secrets and reads their creators from the audit log', async () => {
  const own = join(import.meta.dirname, '../../migrations')
  const before = readdirSync(own).filter((name) => name < '0019')
  for (const name of before) file(name, readFileSync(join(own, name), 'utf8'))
  await migrate(address, directory)
  const [clara, hanna, alice] = [randomUUID(), randomUUID(), randomUUID()]
  for (const [id, role] of [
    [clara, 'administrator'],
    [hanna, 'customer'],
    [alice, 'customer'],
  ]) {
    await client.query(
      `insert into users (id, email, name, role, password_hash, password_set_at, phone, gender, employment_status, country,
                          street, city, state, zip, created_at)
       values ($1::uuid, $1::text || '@example.com', 'Name', $2, 'hash', now(), '', '', '', '', '', '', '', '', now())`,
      [id, role],
    )
  }
  await client.query(
    `insert into audit_events (seq, happened_at, actor_id, action, target, details, hash)
     values (1, now(), $1, 'user_created', $2, '{}', sha256('1')), (2, now(), $3::uuid, 'registered', $3::text, '{}', sha256('2'))`,
    [clara, hanna, alice],
  )
  await migrate(address)
  const { rows } = await client.query(
    'select id, created_by, coalesce(password_temporary_until, pin_temporary_until) as until from users order by created_by, role',
  )
  expect(rows).toEqual([
    { id: hanna, created_by: clara, until: null },
    { id: clara, created_by: null, until: null },
    { id: alice, created_by: null, until: null },
  ])
})
