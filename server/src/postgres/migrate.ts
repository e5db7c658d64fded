import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { reasonOf } from '../reason-of.ts'
import { onOneConnection } from './connect-once.ts'
import { createOnce } from './create-once.ts'
import type { DatabaseAddress } from './database-address.ts'
import { checkEngine, type Engine, migrationFor } from './engine.ts'
import { errorCodeOf } from './transient-error.ts'

type Migration = {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/**
 * Migrates the database to this program's version: runs the files of `directory` that are not recorded yet, in order, each in
 * one transaction that also records it. Safe when several processes start at once: the row that records a migration is its
 * lock, one process runs the migration, and the others wait for it. A database that has all migrations is only read. Throws a
 * one-line error when a recorded file was edited, when the database is newer than the program, when a migration is due while a
 * process of an older version runs, or when its engine cannot run the bank.
 */
export async function migrate(address: DatabaseAddress, directory = ownDirectory): Promise<void> {
  const migrations = await readMigrations(directory)
  await onOneConnection(address, async (client) => {
    const { engine } = await checkEngine(client)
    await createOnce(client, 'migrations', table)
    const recorded = await requireSameFiles(client, migrations)
    for (const migration of migrations.slice(recorded)) {
      if (!(await apply(client, { ...migration, sql: migrationFor(engine, migration.sql) }, engine)))
        await requireSameFiles(client, migrations)
    }
  })
}

/** The number of this program's newest migration. */
export async function newestMigration(): Promise<number> {
  return (await readMigrations(ownDirectory)).length
}

const table = `
  create table migrations (
    number     integer     primary key,
    name       text        not null,
    checksum   text        not null,
    applied_at timestamptz not null default now()
  )`

const ownDirectory = join(import.meta.dirname, '../../migrations')

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1])
      if (number !== index + 1) {
        throw new Error(
          `${name} must be named ${String(index + 1).padStart(4, '0')}-….sql: numbers have no gaps.`,
        )
      }
      // A checkout on another system may have other line endings.
      const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
      return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Returns how many migrations are recorded. */
async function requireSameFiles(client: pg.Client, migrations: readonly Migration[]): Promise<number> {
  const { rows } = await client.query<Omit<Migration, 'sql'>>(
    'select number, name, checksum from migrations order by number',
  )
  for (const recorded of rows) requireSameFile(recorded, migrations[recorded.number - 1])
  return rows.length
}

function requireSameFile(recorded: Omit<Migration, 'sql'>, ours: Migration | undefined): void {
  if (ours === undefined) {
    throw new Error(
      `The database is newer than this program: it has ${recorded.name}. Start the newer version.`,
    )
  }
  if (ours.name !== recorded.name || ours.checksum !== recorded.checksum) {
    throw new Error(`${ours.name} was changed after the database had run it as ${recorded.name}: restore it.`)
  }
}

// A migration that waits for a table makes every later statement on that table wait behind it, those of an older process too.
const lockTimeout = '1s'
const triesMax = 60

/**
 * Runs a migration and returns true, or waits for the process that is running it and returns false. While a long read, such as
 * a backup, has a table of it locked, or after another conflict, it is rolled back and tried again.
 */
async function apply(client: pg.Client, migration: Migration, engine: Engine): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await applyOnce(client, migration, engine)
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if (isConflict(error) && tries < triesMax) {
        await wait(1_000)
        continue
      }
      const reason = reasonOf(error)
      if (reason === besideOlder) throw error
      throw new Error(`${migration.name} failed and was rolled back: ${reason}`, { cause: error })
    }
  }
}

/** A lock that was not available in time, a deadlock, or a serialization failure, which other engines raise more often. */
function isConflict(error: unknown): boolean {
  return /^(55P03|40P01|40001)$/.test(errorCodeOf(error) ?? '')
}

async function applyOnce(
  client: pg.Client,
  { number, name, sql, checksum }: Migration,
  engine: Engine,
): Promise<boolean> {
  // The timeout is for the tables: the process that records the same migration may take longer than a second.
  await client.query('begin; set local lock_timeout = 0')
  // Before the migration: this row is what other processes wait for.
  const { rowCount } = await client.query(
    'insert into migrations (number, name, checksum) values ($1, $2, $3) on conflict (number) do nothing',
    [number, name, checksum],
  )
  if (rowCount === 1) {
    if (engine === 'PostgreSQL') await refuseBesideOlder(client)
    await client.query(`set local lock_timeout = '${lockTimeout}'`)
    await client.query(sql)
  }
  await client.query('commit')
  return rowCount === 1
}

const besideOlder =
  'A process of an older version is using the database: stop all processes of the bank, then start this one.'

/** Each connection of a running bank holds this lock, shared (database.ts). One of this version has run the migration that is due. */
async function refuseBesideOlder(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isAlone: boolean }>(
    'select pg_try_advisory_xact_lock(7310579, 6) as "isAlone"',
  )
  if (!rows[0]!.isAlone) throw new Error(besideOlder)
}
