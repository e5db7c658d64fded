import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { migrate } from './migrate.ts'
import type { DatabasePlace } from './place.ts'

let directory: string
let place: DatabasePlace
let client: pg.Client

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'truepenny-migrations-'))
  const database = `empty_${randomUUID().replaceAll('-', '')}`
  const maker = new pg.Client(inject('postgres'))
  await maker.connect()
  await maker.query(`create database ${database}`)
  await maker.end()
  place = { ...inject('postgres'), database }
  client = new pg.Client(place)
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

test('an empty database is brought up to date, once', async () => {
  file('0001-pots.sql', 'create table pots (id int); insert into pots values (1);')
  await migrate(place, directory)
  file('0002-lids.sql', 'create table lids (id int);')
  await migrate(place, directory)
  await migrate(place, directory)
  expect(await tables()).toEqual(['lids', 'migrations', 'pots'])
  expect((await client.query('select id from pots')).rows).toEqual([{ id: 1 }])
})

test('programs that start at once on an empty database migrate it once', async () => {
  file('0001-pots.sql', 'create table pots (id int); insert into pots values (1);')
  await Promise.all([1, 2, 3, 4].map(() => migrate(place, directory)))
  expect((await client.query('select id from pots')).rows).toEqual([{ id: 1 }])
})

test('a migration that fails keeps nothing of itself and names its file', async () => {
  file('0001-pots.sql', 'create table pots (id int);')
  file('0002-lids.sql', 'create table lids (id int); select 1 / 0;')
  await expect(migrate(place, directory)).rejects.toThrow(
    '0002-lids.sql failed, nothing of it was kept: division',
  )
  expect(await tables()).toEqual(['migrations', 'pots'])
})

test('a migration that was edited after it ran is refused', async () => {
  file('0001-pots.sql', 'create table pots (id int);')
  await migrate(place, directory)
  file('0001-pots.sql', 'create table pots (id bigint);')
  await expect(migrate(place, directory)).rejects.toThrow(
    '0001-pots.sql was changed after the database had run it as 0001-pots.sql: put it back.',
  )
})

test('line ends of another system are no edit', async () => {
  file('0001-pots.sql', 'create table pots (\n  id int\n);\n')
  await migrate(place, directory)
  file('0001-pots.sql', 'create table pots (\r\n  id int\r\n);\r\n')
  await expect(migrate(place, directory)).resolves.toBeUndefined()
})

test('a database that is newer than the program is refused', async () => {
  file('0001-pots.sql', 'create table pots (id int);')
  file('0002-lids.sql', 'create table lids (id int);')
  await migrate(place, directory)
  rmSync(join(directory, '0002-lids.sql'))
  await expect(migrate(place, directory)).rejects.toThrow(
    'The database is newer than this program: it has 0002-lids.sql. Start the newer version.',
  )
})

test('a gap in the numbers is refused before anything runs', async () => {
  file('0001-pots.sql', 'create table pots (id int);')
  file('0003-lids.sql', 'create table lids (id int);')
  await expect(migrate(place, directory)).rejects.toThrow('0003-lids.sql must be named 0002-….sql')
  expect(await tables()).toEqual([])
})
