import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { connectOnce } from '../postgres/connect-once.ts'
import { openDatabase } from '../postgres/database.ts'
import { type Embedded, startEmbedded } from './start-embedded.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'truepenny-embedded-'))
let started: Embedded[] = []

async function start(options?: Parameters<typeof startEmbedded>[1], directory = dataDir) {
  const embedded = await startEmbedded(directory, options)
  started.push(embedded)
  return embedded
}

async function stopAll() {
  for (const { stop } of started.reverse()) await stop()
  started = []
}

/** One row of a query, on connections that refuse a server without durability. */
async function ask(embedded: Embedded, sql: string) {
  const db = await openDatabase(embedded.programAddress, { warn: () => {} })
  const { rows } = await db.query(sql)
  await db.end()
  return rows[0]
}

/** One row of a query, as the superuser of the server. */
async function askAsOwner({ ownerAddress }: Embedded, sql: string) {
  const client = await connectOnce(ownerAddress)
  const { rows } = await client.query(sql)
  await client.end()
  return rows[0]
}

beforeAll(async () => {
  await start()
  await stopAll()
})
afterEach(stopAll)
afterAll(() => rmSync(dataDir, { recursive: true }))

test('the embedded server is durable and has no network port', async () => {
  const settings = await ask(
    await start(),
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
            current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses`,
  )
  expect(settings).toEqual({ fsync: 'on', commit: 'on', checksums: 'on', addresses: '' })
})

test('the password, log and files of the embedded server are readable by their owner only', async () => {
  await start()
  for (const name of ['postgres-password', 'postgres.log', 'postgres']) {
    expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0)
  }
})

test('the embedded server refuses a wrong password', async () => {
  const { ownerAddress } = await start()
  await expect(openDatabase({ ...ownerAddress, password: 'wrong' })).rejects.toThrow(
    'password authentication failed',
  )
})

test('a command that joins works beside the owner and leaves the server running', async () => {
  const owner = await start()
  const guest = await startEmbedded(dataDir, { join: true })
  expect(await ask(guest, 'select 1 as one')).toEqual({ one: 1 })
  await guest.stop()
  expect(await ask(owner, 'select 2 as two')).toEqual({ two: 2 })
})

test('a command that joins without a running server starts and stops it', async () => {
  const guest = await start({ join: true })
  expect(await ask(guest, 'select 1 as one')).toEqual({ one: 1 })
  await guest.stop()
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

test('a second owner of the data directory is refused', async () => {
  await start()
  await expect(start()).rejects.toThrow(
    `The data directory ${dataDir} is in use by another running Truepenny.`,
  )
})

test('stopping the server twice is safe', async () => {
  const { stop } = await start()
  await Promise.all([stop(), stop()])
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

test('an owner whose session is ended takes the server again', async () => {
  const owner = await start()
  const ownerLock = `from pg_locks where locktype = 'advisory' and classid = 7310579 and objid = 2`
  const pidOfOwner = async () => (await askAsOwner(owner, `select pid ${ownerLock}`))?.pid
  const first = await pidOfOwner()
  await askAsOwner(owner, `select pg_terminate_backend(${first})`)
  await expect.poll(pidOfOwner).not.toBeOneOf([first, undefined])
})

test('the log of the embedded server has the sentence of an error, without values and statements', async () => {
  const owner = await start()
  await askAsOwner(owner, `create table people (email text unique, age int not null check (age > 0))`)
  await askAsOwner(owner, `insert into people values ('alice@secret.example', 41)`)
  for (const row of [`('alice@secret.example', 1)`, `('secret', -1)`, `('secret', null)`]) {
    await expect(askAsOwner(owner, `insert into people values ${row}`)).rejects.toThrow('people')
  }
  await askAsOwner(owner, 'drop table people')
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toMatch(/ERROR: {2}duplicate key value violates unique constraint "people_email_key"/)
  expect(log).toMatch(/ERROR: {2}new row for relation "people" violates check constraint "people_age_check"/)
  expect(log).toMatch(/ERROR: {2}null value in column "age" of relation "people"/)
  expect(log).not.toMatch(/secret|insert into|DETAIL|STATEMENT/)
})

test('a large log is rotated at the next start', async () => {
  truncateSync(join(dataDir, 'postgres.log'), 2_000_000)
  await start()
  expect(statSync(join(dataDir, 'postgres.log.1')).size).toBe(2_000_000)
  expect(statSync(join(dataDir, 'postgres.log')).size).toBeLessThan(100_000)
})

test('a start removes the empty pid file that a power cut left', async () => {
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), '')
  expect(await ask(await start(), 'select 1 as one')).toEqual({ one: 1 })
})

test('a data directory whose path is too long for a socket works too', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'truepenny-deep-'))
  // PostgreSQL may run as another user, who has to pass through.
  chmodSync(copy, 0o711)
  vi.stubEnv('TMPDIR', copy)
  const deep = join(copy, 'd'.repeat(100))
  execFileSync('cp', ['-a', dataDir, deep])
  expect(await ask(await start({}, deep), 'select 1 as one')).toEqual({ one: 1 })
  await stopAll()
  vi.unstubAllEnvs()
  rmSync(copy, { recursive: true })
})
