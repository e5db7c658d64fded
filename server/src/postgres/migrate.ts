import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { connectOnce } from './connect-once.ts'
import type { DatabaseAddress } from './database-address.ts'

type Migration = {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/**
 * Migrates the database to this program's version: runs the files of `directory` that are not recorded yet, in order, each in
 * one transaction that also records it. Safe when several processes start at once: one works, the others wait. Throws a
 * one-line error when a recorded file was edited, or when the database is newer than the program.
 */
export async function migrate(address: DatabaseAddress, directory = ownDirectory): Promise<void> {
  const migrations = await readMigrations(directory)
  const client = await connectOnce(address)
  try {
    // Held until the connection ends. No other program uses this number.
    await client.query('select pg_advisory_lock(7310579, 1)')
    await makeTable(client)
    const { rows } = await client.query<Migration>(
      'select number, name, checksum from migrations order by number',
    )
    for (const applied of rows) requireSameFile(applied, migrations[applied.number - 1])
    for (const migration of migrations.slice(rows.length)) await apply(client, migration)
  } finally {
    await client.end()
  }
}

/** Checks before it creates: a login without the right to create tables can still find that no migration is missing. */
async function makeTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('migrations') is not null as exists`,
  )
  if (rows[0]?.exists) return
  await client.query(`
    create table migrations (
      number     integer     primary key,
      name       text        not null,
      checksum   text        not null,
      applied_at timestamptz not null default now()
    )`)
}

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

function requireSameFile(applied: Omit<Migration, 'sql'>, ours: Migration | undefined): void {
  if (ours === undefined) {
    throw new Error(
      `The database is newer than this program: it has ${applied.name}. Start the newer version.`,
    )
  }
  if (ours.name !== applied.name || ours.checksum !== applied.checksum) {
    throw new Error(`${ours.name} was changed after the database had run it as ${applied.name}: restore it.`)
  }
}

// A migration that waits for a table makes every later statement on that table wait behind it, those of an older process too.
const lockTimeout = '1s'
const lockTriesMax = 60

/** Runs a migration. While a long read, such as a backup, has a table of it locked, it is rolled back and tried again. */
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await applyOnce(client, migration)
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if (isLockTimeout(error) && tries < lockTriesMax) {
        await wait(1_000)
        continue
      }
      const reason = error instanceof Error ? error.message : error
      throw new Error(`${migration.name} failed and was rolled back: ${reason}`, { cause: error })
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

async function applyOnce(client: pg.Client, { number, name, sql, checksum }: Migration): Promise<void> {
  await client.query(`begin; set local lock_timeout = '${lockTimeout}'`)
  await client.query(sql)
  await client.query('insert into migrations (number, name, checksum) values ($1, $2, $3)', [
    number,
    name,
    checksum,
  ])
  await client.query('commit')
}
