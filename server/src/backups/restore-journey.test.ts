import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runRestoreCommand } from '../../../scripts/restore/restore-command.ts'
import { openApiClient } from '../../test/api-client.ts'
import { endProgram, inheritedEnvironment, type Program, startProgram } from '../../test/program.ts'
import { transfer } from '../../test/transfer.ts'
import { copyUsedDirectory } from '../../test/used-directory.ts'
import { findProcess } from '../embedded/running-process.ts'
import { connectOnce } from '../postgres/connect-once.ts'
import { archiveSlot } from './wal-receiver.ts'

// Backups run at a low priority: on a busy machine the first one takes long.
const within = { timeout: 120_000, interval: 20 }

let folder: string
let backupDir: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truepenny-journey-'))
  backupDir = join(folder, 'backups')
})
const programs: Program[] = []
afterEach(async () => {
  await Promise.all(programs.map((program) => endProgram(program)))
  rmSync(folder, { recursive: true, force: true })
})

async function start(dataDir: string, settings: Record<string, string>, ...args: string[]) {
  const program = startProgram({ DATA_DIR: dataDir, DEMO: 'on', ...settings }, ...args)
  programs.push(program)
  const address = await program.ready
  if (address === undefined) throw new Error((await program.ended).complaint)
  return { program, address }
}

async function signIn(address: string, dataDir: string) {
  const { people } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  const { email, password, pin } = people[0]
  const alice = openApiClient(address)
  await alice.send('POST', '/api/sessions', { email, password })
  const send = async (amount: string) => {
    const form = transfer({ amount, transaction_pin: pin, transactionId: randomUUID() })
    await alice.send('POST', '/api/transfers', form)
    return form.transactionId
  }
  return { alice, send }
}

/** The value of a metric. */
async function metric(address: string, name: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text()
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
}

/** Whether the jobs of a running bank are paused, from its database. */
async function jobsOf(dataDir: string): Promise<string> {
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
  const address = { host: join(dataDir, 'postgres'), user: 'bank', database: 'bank', password }
  const connection = await connectOnce(address)
  const { rows } = await connection.query(`select value from settings where key = 'jobs'`)
  await connection.end()
  return rows[0]?.value
}

/** Runs the SQL of an attacker, or of a mistake, as the superuser. */
async function asSuperuser(dataDir: string, ...statements: string[]): Promise<void> {
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
  const address = { host: join(dataDir, 'postgres'), user: 'bank', database: 'bank', password }
  const connection = await connectOnce(address)
  for (const statement of statements) await connection.query(statement)
  await connection.end()
}

/** The program's own command for this data folder. Returns its exit code and what it complained of. */
function checkBooks(dataDir: string) {
  const command = join(import.meta.dirname, '../../../scripts/check-books.ts')
  const { status, stderr } = spawnSync(process.execPath, [command], {
    env: { ...inheritedEnvironment(), DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  return { status, stderr }
}

test('a bank whose payment was deleted, and that was then killed and its data folder lost, is restored to a moment, to the last good second and for forensics', async () => {
  const dataDir = await copyUsedDirectory()
  const { program, address } = await start(dataDir, { BACKUP_DIR: backupDir })
  const { send } = await signIn(address, dataDir)
  await expect
    .poll(() => metric(address, 'bank_backup_last_completed_timestamp_seconds'), within)
    .toBeGreaterThan(0)
  const first = await send('11.00')
  const checkedAt = new Date()
  const moment = new Date()
  const deleted = await send('12.00')
  await asSuperuser(
    dataDir,
    `insert into books_checks (started_at, finished_at, transactions, entries) values ('${checkedAt.toISOString()}', now(), 1, 2)`,
  )
  // A second apart, as exactly as the last good moment is found.
  await wait(1_100)
  await asSuperuser(
    dataDir,
    "set session_replication_role = 'replica'",
    `delete from entries where posting_id = '${deleted}'`,
    `delete from postings where id = '${deleted}'`,
    `delete from transactions where id = '${deleted}'`,
  )
  const deletedAt = Date.now() / 1_000
  const later = await send('13.00')
  const sentAt = Date.now() / 1_000
  await expect
    .poll(() => metric(address, 'bank_archive_until_timestamp_seconds'), within)
    .toBeGreaterThan(sentAt)
  expect(await metric(address, 'bank_backups_failing')).toBe(0)
  expect(await metric(address, `bank_replication_lag_bytes{slot="${archiveSlot}"}`)).toBeGreaterThanOrEqual(0)
  expect(await metric(address, 'bank_disk_free_bytes{folder="BACKUP_DIR"}')).toBeGreaterThan(0)
  const postgres = Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
  process.kill(postgres, 'SIGKILL')
  await endProgram(program, 'SIGKILL')
  await expect.poll(() => findProcess(postgres)?.isZombie ?? true, within).toBe(true)
  // The key and the passwords of the demo people are kept elsewhere.
  const kept = ['secret-key', 'demo.json']
  for (const name of kept) cpSync(join(dataDir, name), join(folder, name))
  rmSync(dataDir, { recursive: true })

  const said: string[] = []
  const restore = (into: string, ...words: string[]) => {
    const env = { DATA_DIR: join(folder, into), SECRET_KEY_FILE: join(folder, 'secret-key') }
    return runRestoreCommand([backupDir, ...words], env, (line) => said.push(line))
  }
  const open = (into: string, ...args: string[]) => {
    for (const name of kept) cpSync(join(folder, name), join(folder, into, name))
    return start(join(folder, into), { BACKUP_DIR: backupDir }, ...args)
  }
  await expect(restore('early', '--to', '2026-01-01T00:00:00Z')).rejects.toThrow(
    /^The first backup in .* was complete at /,
  )
  await expect(restore('late', '--to', '2926-01-01T00:00:00Z')).rejects.toThrow(/^The archive in .* ends at /)
  await expect(restore('unclear', '--to', '2026-11-23 10:00')).rejects.toThrow(
    'it must be a time with its zone',
  )
  const failure = await restore('latest').catch((error) => error.message)
  expect(failure).toMatch(/^The books are NOT in order\.\nViolated invariant: .*\nFirst wrong row: .*\n/)
  expect(failure).toMatch(/^That row was booked at \S+Z; it may have been changed later\.$/m)
  expect(failure).toContain(
    `The last check that found the books in order began at ${checkedAt.toISOString()}.`,
  )
  expect(failure).toContain(`\nnpm run restore -- ${backupDir} --to-last-good`)
  expect(failure).toContain(`\nnpm run restore -- ${backupDir} --forensics`)
  expect(['early', 'late', 'unclear', 'latest'].some((name) => existsSync(join(folder, name)))).toBe(false)

  said.length = 0
  expect(await restore('earlier', '--to', moment.toISOString())).toMatch(
    /Payments made after that moment: 1, listed in .* The archive ends at .*: later payments are in no list\. WARNING: the list is incomplete\. 2 entries/,
  )
  expect(said.join('\n')).toMatch(
    /^Unpacking the files: \d+ MB\.\nRecovering .*\nVerifying .*\n(.*\n)+Recovering .*$/,
  )
  // In the order in which they end.
  expect(said.join('\n')).toContain('What is written in the books is never changed: ')
  const listed = readFileSync(join(folder, 'earlier/payments-after-restore.csv'), 'utf8')
  expect([later, deleted, first].map((id) => listed.includes(id))).toEqual([true, false, false])
  expect(listed).toContain(',13.00,USD,pending,')
  const restored = await open('earlier', '--resume')
  const { alice } = await signIn(restored.address, join(folder, 'earlier'))
  expect((await alice.send('GET', `/api/transactions/${first}`)).id).toBe(first)
  await alice.send('GET', `/api/transactions/${deleted}`, undefined, 404)
  expect(await jobsOf(join(folder, 'earlier'))).toBe('running')
  await endProgram(restored.program)

  const done = await restore('last-good', '--to-last-good')
  expect(said).toContain('The end of the archive: books wrong.')
  const restoredTo = /has the bank as of (\S+)\. /.exec(done)![1]!
  expect(new Date(restoredTo) > moment && Date.parse(restoredTo) / 1_000 < deletedAt).toBe(true)
  const missing = readFileSync(join(folder, 'last-good/payments-after-restore.csv'), 'utf8')
  expect([later, deleted].map((id) => missing.includes(id))).toEqual([true, false])

  said.length = 0
  expect(await restore('evidence', '--forensics')).toContain(
    'The bank is for forensics: npm start opens it read-only',
  )
  expect(said.join('\n')).toContain('The books are NOT in order.\nViolated invariant: ')
  await expect(open('evidence', '--resume')).rejects.toThrow('stays read-only: start it without --resume')
  const evidence = await open('evidence')
  const reader = await signIn(evidence.address, join(folder, 'evidence'))
  expect((await reader.alice.send('GET', `/api/transactions/${later}`)).id).toBe(later)
  expect((await reader.alice.send('POST', '/api/transfers', {}, 403)).code).toBe('bank_read_only')
  expect(await jobsOf(join(folder, 'evidence'))).toBe('paused')
  expect(await metric(evidence.address, 'bank_archive_until_timestamp_seconds')).toBeNaN()
  expect(checkBooks(join(folder, 'evidence'))).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The books are NOT in order\./),
  })
})
