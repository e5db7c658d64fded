import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { copyUsedDirectory } from '../../test/used-directory.ts'
import { waitUntil } from '../../test/wait-until.ts'
import { type Embedded, startEmbedded } from '../embedded/start-embedded.ts'
import { deriveKeys, type RotatingKey } from '../keys/derive-keys.ts'
import { connectOnce } from '../postgres/connect-once.ts'
import { type ArchivedBackup, anyBackup, findArchives, findBackups } from './archive.ts'
import { type ArchiveStatus, runArchive } from './archive-loop.ts'
import { writeBaseBackup } from './base-backup.ts'
import { archiveGap, chooseBackup } from './chosen-backup.ts'
import type { Expected } from './manifest.ts'
import { recoverBackup } from './recovered-backup.ts'
import { completeSegments, factsSuffix, factsText, readSegmentFacts, receivedName } from './wal-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'truepenny-archive-'))
const backupDir = join(folder, 'backups')
const usualRate = 1_000

let dataDir: string
let key: RotatingKey
let expected: Expected
let server: Embedded
let owner: pg.Client
let status: ArchiveStatus
let failures: ArchiveStatus['failure'][]
let stopArchive = async () => {}
beforeAll(async () => {
  dataDir = await copyUsedDirectory()
  key = deriveKeys(readFileSync(join(dataDir, 'secret-key'), 'utf8').trim()).backupKey
  expected = { ...anyBackup, key }
  // A commit is in the WAL when it is acknowledged, as in a bank.
  const settings = { synchronous_commit: 'on', checkpoint_completion_target: '0' }
  server = await startEmbedded(dataDir, { fsync: false, settings })
  owner = await connectOnce(server.ownerAddress)
  await owner.query('create table written (value text)')
})
afterEach(() => stopArchive())
afterAll(async () => {
  await owner.end()
  await server.stop()
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true })
})

/** Archives until the test ends, or until `stopArchive`. */
function archive({ everyMilliseconds = 3_600_000, keepCount = 7, megabytesPerSecond = usualRate } = {}) {
  const closing = new AbortController()
  const { ownerAddress: address } = server
  const settings = { address, dataDir, backupDir, key, everyMilliseconds, keepCount, megabytesPerSecond }
  status = { lastBackupAt: null, archivedUntil: null, failure: null }
  failures = []
  const report = (next: ArchiveStatus) => {
    Object.assign(status, next)
    failures.push(next.failure)
  }
  const running = runArchive(settings, report, closing.signal, 20)
  stopArchive = async () => {
    closing.abort()
    await running
  }
}

/** The command with which PostgreSQL is sending files; undefined while none is. */
async function runningBackup(): Promise<string | undefined> {
  const { rows } = await owner.query<{ query: string }>(
    `select query from pg_stat_activity where query like 'BASE_BACKUP%' and wait_event <> 'CheckpointDone'`,
  )
  return rows[0]?.query
}

/** Writes a row and waits until the archive has it. */
async function writeArchived(value: string) {
  await owner.query('insert into written values ($1)', [value])
  const { rows } = await owner.query<{ now: Date }>('select clock_timestamp() as now')
  await expect.poll(() => (status.archivedUntil ?? '') > rows[0]!.now.toISOString()).toBe(true)
}

/** The rows in a bank that is restored to a moment, or to the end of the newest archive. */
async function restoredRows(to?: Date, chosen = chooseBackup(backupDir, to, expected)): Promise<string[]> {
  const into = mkdtempSync(join(folder, 'restored-'))
  const restored = await recoverBackup(chosen, into, { to, fsync: false })
  const connection = await connectOnce(restored.address)
  const { rows } = await connection.query<{ value: string }>('select value from written order by value')
  await connection.end()
  await restored.stop()
  rmSync(into, { recursive: true })
  return rows.map(({ value }) => value)
}

const backups = (): ArchivedBackup[] =>
  findArchives(backupDir).flatMap((found) => findBackups(found, expected))

test('an archive that was closed in the middle of a segment goes on there', async () => {
  archive()
  await expect.poll(() => status.lastBackupAt).not.toBeNull()
  await writeArchived('1: in the first run')
  await stopArchive()
  await owner.query(`insert into written values ('2: while nothing was archived')`)
  archive()
  await writeArchived('3: in the second run')
  await owner.query('select pg_switch_wal()')
  await writeArchived('4: in another segment')
  await stopArchive()
  expect(findArchives(backupDir)).toHaveLength(1)
  expect(backups()).toHaveLength(1)
})

test('an archive that has catching up to do claims no commit before it has it, and is restored to a moment between', async () => {
  const committedAt: Date[] = []
  for (const value of ['4a', '4b', '4c']) {
    await owner.query('insert into written values ($1)', [value])
    const { rows } = await owner.query<{ now: Date }>('select clock_timestamp() as now')
    committedAt.push(rows[0]!.now)
    await owner.query('select pg_switch_wal()')
  }
  const { walFolder } = findArchives(backupDir)[0]!
  const before = completeSegments(walFolder).length
  archive()
  await writeArchived('4d')
  await stopArchive()
  const [first = ''] = completeSegments(walFolder).slice(before)
  const { until } = readSegmentFacts(walFolder, first, key)
  expect(new Date(until).getTime()).toBeLessThan(committedAt[1]!.getTime())
  const chosen = chooseBackup(backupDir, committedAt[1], expected)
  // As if nothing had been committed for an hour after the first one: the recovery needs the others, too.
  const segments = chosen.wal!.segments.map((facts) =>
    facts.name <= first ? { ...facts, until: new Date(Date.now() + 3_600_000).toISOString() } : facts,
  )
  const known = { ...chosen, wal: { ...chosen.wal!, segments } }
  expect((await restoredRows(committedAt[1], known)).slice(-2)).toEqual(['4a', '4b'])
  await owner.query(`delete from written where value like '4_'`)
})

test('an archive whose facts of the last segment are lost is restored without it, says so, and goes on', async () => {
  const { walFolder } = findArchives(backupDir)[0]!
  writeFileSync(join(walFolder, receivedName), '')
  const chosen = chooseBackup(backupDir, undefined, expected)
  expect(chosen.wal!.segments.map(({ name }) => name)).toEqual(completeSegments(walFolder))
  expect(archiveGap(chosen)).toMatch(/^The archive is damaged at its end: .*\/wal\/0/)
  archive()
  await writeArchived('4: after it')
  await stopArchive()
  expect(findArchives(backupDir)).toHaveLength(1)
  expect(archiveGap(chooseBackup(backupDir, undefined, expected))).toBeUndefined()
  await owner.query(`delete from written where value = '4: after it'`)
})

test('a backup that cannot be written leaves no folder and no connection', async () => {
  // The folder itself can be made, and base.tar in it would have too long a path.
  let path = folder
  while (path.length < 3_800) path = join(path, 'a'.repeat(200))
  path = join(path, 'b'.repeat(4_090 - path.length))
  await expect(
    writeBaseBackup(server.ownerAddress, path, { key, megabytesPerSecond: usualRate }),
  ).rejects.toThrow('its path is too long')
  expect(existsSync(path)).toBe(false)
  // An empty folder is empty again.
  const into = mkdtempSync(join(folder, 'empty-'))
  const options = { key, megabytesPerSecond: usualRate, unwanted: AbortSignal.abort(new Error('ended')) }
  await expect(writeBaseBackup(server.ownerAddress, into, options)).rejects.toThrow('ended')
  expect(readdirSync(into)).toEqual([])
  const { rows } = await owner.query(
    `select from pg_stat_activity where application_name = 'truepenny backup'`,
  )
  expect(rows).toHaveLength(0)
})

test('a backup of a bank at work waits for a spread checkpoint and keeps its rate, and leaves no folder when it is ended by a signal', async () => {
  const ending = new AbortController()
  const into = join(folder, 'ended')
  // 48 MB of WAL, as after thousands of payments.
  for (let segments = 0; segments < 3; segments++) {
    await owner.query(`select pg_logical_emit_message(false, 'fill', 'x', true)`)
    await owner.query('select pg_switch_wal()')
  }
  const said: string[] = []
  const backup = writeBaseBackup(server.ownerAddress, into, {
    key,
    megabytesPerSecond: 1,
    report: (line) => said.push(line),
    unwanted: ending.signal,
  })
  const ended = expect(backup).rejects.toThrow('ended by a signal')
  await expect.poll(runningBackup).toMatch(/CHECKPOINT 'spread'.* MAX_RATE 977\b/)
  expect(existsSync(join(into, `unfinished-${process.pid}`, 'base.tar'))).toBe(true)
  ending.abort(new Error('ended by a signal'))
  await ended
  expect(existsSync(into)).toBe(false)
  expect(said).toEqual(['Waiting for a checkpoint, which is spread over a minute.'])
})

test('a backup that is under way when the bank stops is ended and deleted', async () => {
  const before = backups().length
  archive({ everyMilliseconds: 0, megabytesPerSecond: 1 })
  await expect.poll(runningBackup).toMatch(/^BASE_BACKUP/)
  await stopArchive()
  expect(backups()).toHaveLength(before)
  expect(readdirSync(findArchives(backupDir)[0]!.backupsFolder)).toHaveLength(before)
})

test('one flipped byte in an archived segment is found and named', async () => {
  const { walFolder } = findArchives(backupDir)[0]!
  const segment = join(walFolder, completeSegments(walFolder).at(-1)!)
  const file = openSync(segment, 'r+')
  const was = readFileSync(segment).subarray(5_000, 5_001)
  writeSync(file, Buffer.from([was[0]! ^ 1]), 0, 1, 5_000)
  const into = mkdtempSync(join(folder, 'flipped-'))
  const chosen = chooseBackup(backupDir, undefined, expected)
  await expect(recoverBackup(chosen, into)).rejects.toThrow(
    `The archive is damaged: ${segment} is not as it was written.`,
  )
  writeSync(file, was, 0, 1, 5_000)
  closeSync(file)
  renameSync(segment, `${segment}.away`)
  expect(() => chooseBackup(backupDir, undefined, expected)).toThrow(
    /The archive is damaged: .* no segment before/,
  )
  renameSync(`${segment}.away`, segment)
})

test('archived WAL that was changed, with a new sum, is refused without the key of the bank', () => {
  const { walFolder } = findArchives(backupDir)[0]!
  const name = completeSegments(walFolder).at(-1)!
  const file = join(walFolder, `${name}${factsSuffix}`)
  const was = readFileSync(file, 'utf8')
  const facts = { ...readSegmentFacts(walFolder, name, key), sha256: '0'.repeat(64) }
  const { sum, authentication } = JSON.parse(factsText(facts, deriveKeys('a forger').backupKey))
  const forgeries = [
    [{ sum }, 'is not authenticated'],
    [{ sum, authentication }, 'SECRET_KEY is not the key of this backup'],
    [{ sum, authentication: { ...authentication, keyId: key.id } }, 'The backup is damaged or forged'],
  ] as const
  for (const [forgery, complaint] of forgeries) {
    writeFileSync(file, JSON.stringify({ ...facts, ...forgery }))
    expect(() => chooseBackup(backupDir, undefined, expected)).toThrow(complaint)
  }
  writeFileSync(file, was)
  expect(chooseBackup(backupDir, undefined, expected).wal).toBeDefined()
})

test('an archive whose backups another key authenticates begins with a new one, so that the new key alone restores it', async () => {
  const replaced = deriveKeys('a key of the tests, long enough for a bank')
  key = { ...replaced.backupKey, previous: key.current }
  expected = { ...expected, key }
  await owner.query(
    'insert into secret_keys (number, key_id, recorded_at) select max(number) + 1, $1, now() from secret_keys',
    [replaced.id],
  )
  archive()
  const withNewKey = { ...anyBackup, key: replaced.backupKey }
  await expect.poll(() => findBackups(findArchives(backupDir)[0]!, withNewKey).length).toBe(1)
  await writeArchived('4e')
  await stopArchive()
  await owner.query(`delete from written where value = '4e'`)
  const { manifest, wal } = chooseBackup(backupDir, undefined, withNewKey)
  expect([manifest.keyId, wal!.segments.length > 0]).toEqual([replaced.id, true])
})

test('a folder of backups that cannot be written is reported, and the archive has every commit afterwards', async () => {
  renameSync(backupDir, `${backupDir}-away`)
  writeFileSync(backupDir, 'a file where the disk was mounted')
  archive()
  await expect.poll(() => status.failure).toMatch(/cannot be written: a part of its path is a file\.$/)
  await owner.query(`insert into written values ('5: while the disk was away')`)
  await stopArchive()
  rmSync(backupDir)
  renameSync(`${backupDir}-away`, backupDir)
  archive()
  await writeArchived('6: after it')
  expect(status.failure).toBeNull()
  await stopArchive()
  expect((await restoredRows()).map((value) => value[0])).toEqual(['1', '2', '3', '4', '5', '6'])
})

// Without a device that is always full, a full disk cannot be had without root.
test.runIf(process.platform === 'linux')(
  'an archive on a disk that stays full is reported as failing until it has received something again',
  async () => {
    archive()
    await writeArchived('6a')
    const draft = join(findArchives(backupDir)[0]!.walFolder, `${receivedName}.part`)
    symlinkSync('/dev/full', draft)
    await owner.query(`insert into written values ('6b: while the disk is full')`)
    await expect.poll(() => status.failure).toMatch(/cannot be written: its disk is full\.$/)
    const before = failures.length
    await expect.poll(() => failures.length).toBeGreaterThan(before + 10)
    expect(failures.slice(before)).not.toContain(null)
    rmSync(draft)
    await writeArchived('6c')
    await expect.poll(() => status.failure).toBeNull()
    await stopArchive()
    await owner.query(`delete from written where value similar to '6[a-c]%'`)
  },
)

test('an archive with a gap is left, and another one begins with a backup', async () => {
  // PostgreSQL frees the slot a moment after its reader has gone.
  await waitUntil(async () => {
    const dropped = `select pg_drop_replication_slot(slot_name) from pg_replication_slots where not active`
    return (await owner.query(dropped)).rowCount === 1
  })
  await owner.query(`insert into written values ('7: in no archive')`)
  await owner.query('select pg_switch_wal()')
  await owner.query('checkpoint')
  archive()
  await expect.poll(() => status.failure).toBe('WAL was removed before the archive received it')
  await stopArchive()
  archive({ keepCount: 1 })
  await expect.poll(() => status.lastBackupAt).not.toBeNull()
  await writeArchived('8: in the second archive')
})

test('only as many backups as asked for are kept, with the WAL they need', async () => {
  // The backup of the second archive has replaced the only one of the first, which is gone with its WAL.
  expect(findArchives(backupDir)).toHaveLength(1)
  expect(backups()).toHaveLength(1)
  const [kept] = backups()
  mkdirSync(join(findArchives(backupDir)[0]!.backupsFolder, 'was-not-completed'))
  archive({ keepCount: 1, everyMilliseconds: 0 })
  await expect.poll(() => backups()[0]?.folder !== kept!.folder).toBe(true)
  await stopArchive()
  const [{ backupsFolder, walFolder } = { backupsFolder: '', walFolder: '' }] = findArchives(backupDir)
  expect(existsSync(join(backupsFolder, 'was-not-completed'))).toBe(false)
  expect(readdirSync(walFolder).filter((name) => name.endsWith('.json')).length).toBeGreaterThan(0)
  expect(await restoredRows()).toHaveLength(8)
})
