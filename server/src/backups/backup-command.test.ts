import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { runBackupCommand } from '../../../scripts/backup/backup-command.ts'
import { runRestoreCommand } from '../../../scripts/restore/restore-command.ts'
import { inheritedEnvironment } from '../../test/program.ts'
import { copyUsedDirectory } from '../../test/used-directory.ts'
import { startEmbedded } from '../embedded/start-embedded.ts'
import { deriveKeys } from '../keys/derive-keys.ts'
import { connectOnce } from '../postgres/connect-once.ts'
import { requireIntactArchives } from './intact-archives.ts'
import { openRestoreDraft } from './restore-draft.ts'
import { openTarReader, type TarMember } from './tar-reader.ts'
import { factsText, segmentName } from './wal-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'truepenny-backups-'))
const made = join(folder, 'made')
const keyCopy = join(folder, 'key-of-made')
let dataDir: string

const bankKey = { SECRET_KEY_FILE: keyCopy }
const said: string[] = []
const report = (line: string) => said.push(line)
const backup = (...words: string[]) => runBackupCommand(words, { DATA_DIR: dataDir }, report)

/** Restores into a new folder, with the key of the backup's bank unless settings are given. Returns the folder. */
async function restore(from: string, into: string, env: NodeJS.ProcessEnv = bankKey, ...words: string[]) {
  const target = join(folder, into)
  await runRestoreCommand([from, ...words], { DATA_DIR: target, ...env }, report)
  return target
}

/** Writes the manifest of the backup into a copy, with these changes. */
function changeManifest(copy: string, changes: object) {
  const { manifest: written, authentication } = JSON.parse(readFileSync(join(made, 'backup.json'), 'utf8'))
  const manifest = { ...written, ...changes }
  const sha256 = createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
  writeFileSync(join(copy, 'backup.json'), JSON.stringify({ sha256, authentication, manifest }))
}

/** Runs the work while one byte at `at` of a file of the backup is another one. */
async function withFlippedByte(name: string, at: number, work: () => Promise<void>) {
  const file = openSync(join(made, name), 'r+')
  const was = Buffer.alloc(1)
  readSync(file, was, 0, 1, at)
  writeSync(file, Buffer.from([was[0]! ^ 1]), 0, 1, at)
  await work().finally(() => writeSync(file, was, 0, 1, at))
  closeSync(file)
}

const otherKey = 'not the key of this bank, and as long as it has to be'

const script = join(import.meta.dirname, '../../../scripts/backup.ts')
const killedAt = join(import.meta.dirname, '../../test/killed-at.mjs')

// Above the largest id that Linux gives a process.
const deadPid = 2 ** 22 + 1

/** An empty folder that is the system's temporary one until the test ends. */
function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'truepenny-tmp-'))
  temporaries.push(path)
  chmodSync(path, 0o1777)
  vi.stubEnv('TMPDIR', path)
  return path
}
const temporaries: string[] = []

afterEach(() => {
  vi.unstubAllEnvs()
  for (const path of temporaries.splice(0)) rmSync(path, { recursive: true })
})
beforeAll(async () => {
  dataDir = await copyUsedDirectory()
  await backup(made, '--with-key', keyCopy)
})
afterAll(() => {
  rmSync(folder, { recursive: true })
  rmSync(dataDir, { recursive: true })
})

test('a backup made --with-key has the files and their sums, and the key is elsewhere, readable by its owner only', () => {
  expect(readdirSync(made).sort()).toEqual(['backup.json', 'base.tar'])
  for (const path of [keyCopy, ...readdirSync(made).map((name) => join(made, name))]) {
    expect(statSync(path).mode & 0o077).toBe(0)
  }
  expect(readFileSync(keyCopy)).toEqual(readFileSync(join(dataDir, 'secret-key')))
})

test('a backup whose key would be written into its folder is refused, also through a link, and an existing file is kept', async () => {
  const into = join(folder, 'with-its-key')
  const link = join(folder, 'link')
  symlinkSync(folder, link)
  for (const file of [join(into, 'key'), into, join(link, 'with-its-key', 'key')]) {
    await expect(backup(into, '--with-key', file)).rejects.toThrow("inside the backup's folder")
  }
  await expect(backup(into, '--with-key', keyCopy)).rejects.toThrow('a file with its name exists')
  await expect(backup(made, '--with-key', join(folder, 'key'))).rejects.toThrow('is not empty')
  expect(existsSync(into) || existsSync(join(folder, 'key'))).toBe(false)
  expect(readFileSync(keyCopy)).toEqual(readFileSync(join(dataDir, 'secret-key')))
})

test('a backup with another key than the one the bank runs with is refused', async () => {
  const env = { DATA_DIR: dataDir, SECRET_KEY: otherKey }
  const running = runBackupCommand([join(folder, 'other-key')], env, report)
  await expect(running).rejects.toThrow('SECRET_KEY is not the key of this bank')
})

describe('a backup in which a command was put, with new sums', () => {
  const attacked = join(folder, 'attacked')
  const trace = join(folder, 'command-has-run')

  beforeAll(async () => {
    cpSync(made, attacked, { recursive: true })
    const tar = readFileSync(join(made, 'base.tar'))
    const header = tar.indexOf('postgresql.auto.conf\0')
    const content = `archive_mode = on\narchive_command = 'touch ${trace}'\n`
    tar.fill(0, header + 512, header + 1_024)
    tar.write(content, header + 512)
    tar.write(`${content.length.toString(8).padStart(11, '0')}\0`, header + 124)
    writeFileSync(join(attacked, 'base.tar'), tar)
    const members: [string, string][] = []
    const onMemberEnd = ({ name }: TarMember, sum: string) => void members.push([name, sum])
    const reader = openTarReader({ onMemberEnd })
    reader.write(tar)
    reader.end()
    changeManifest(attacked, { members })
  })

  test('is refused, and the command is not run', async () => {
    await expect(backup('--verify', attacked)).rejects.toThrow(
      /^The backup is damaged or forged: .*backup\.json/,
    )
    await expect(restore(attacked, 'refused')).rejects.toThrow('The backup is damaged or forged')
    expect(existsSync(trace) || existsSync(join(folder, 'refused'))).toBe(false)
  })

  test('is restored without the key with a warning and a configuration of our own, and the command is not run', async () => {
    said.length = 0
    await backup('--verify', '--unauthenticated', attacked)
    const target = await restore(attacked, 'without-its-command', {}, '--lost-key')
    expect(said.filter((line) => line.startsWith('Warning: the backup is restored without'))).toHaveLength(2)
    const { stop } = await startEmbedded(target, { fsync: false })
    await stop()
    expect(existsSync(trace)).toBe(false)
    expect(readFileSync(join(target, 'postgres/postgresql.auto.conf'), 'utf8')).toBe('')
  })
})

test('a backup of an earlier version is restored with --unauthenticated, and still needs its key', async () => {
  const earlier = join(folder, 'earlier')
  cpSync(made, earlier, { recursive: true })
  const file = join(earlier, 'backup.json')
  const { sha256, manifest } = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ sha256, manifest }))
  await expect(restore(earlier, 'refused')).rejects.toThrow('is not authenticated: an earlier version')
  const other = restore(earlier, 'refused', { SECRET_KEY: otherKey }, '--unauthenticated')
  await expect(other).rejects.toThrow('SECRET_KEY is not the key of this backup')
  expect(existsSync(join(folder, 'refused'))).toBe(false)
  await restore(earlier, 'from-earlier', bankKey, '--unauthenticated')
})

test('verifying a backup proves its books and leaves nothing behind', async () => {
  const temporary = temporaryFolder()
  // Of a verification that was killed.
  mkdirSync(join(temporary, `truepenny-verify-${deadPid}-of-it`))
  expect(await backup('--verify', made)).toMatch(/can be restored: the bank as of .*, its books in order\.$/)
  expect(said.join('\n')).toMatch(/^What is written in the audit log is never changed: /m)
  expect(readdirSync(temporary)).toEqual([])
})

test('a verification that is ended by a signal leaves nothing behind', async () => {
  const temporary = temporaryFolder()
  const ending = new AbortController()
  const end = () => ending.abort(new Error('ended'))
  const running = runBackupCommand(['--verify', made], { DATA_DIR: dataDir }, end, ending.signal)
  await expect(running).rejects.toThrow('ended')
  expect(readdirSync(temporary)).toEqual([])
})

test.each(['unpacks the backup', 'proves the books'])(
  'a restore that is ended by a signal while it %s leaves nothing behind',
  async (step) => {
    const target = join(folder, 'ended')
    const ending = new AbortController()
    const end = () => ending.abort(new Error('ended'))
    const running = runRestoreCommand([made], { DATA_DIR: target }, end, ending.signal)
    if (step === 'unpacks the backup') end()
    await expect(running).rejects.toThrow('ended')
    expect(existsSync(target)).toBe(false)
  },
)

test('a verification by root leaves the modes of folders that it did not make', async () => {
  const temporary = temporaryFolder()
  // Without user namespaces PostgreSQL runs as another user, who has to pass through the folders.
  vi.stubEnv('PATH', '/nowhere')
  await backup('--verify', made)
  expect(statSync(temporary).mode & 0o7777).toBe(0o1777)
})

test('a restored bank has a password of its own, and paused jobs', async () => {
  const target = await restore(made, 'restored')
  expect(readdirSync(target).sort()).toEqual(['postgres', 'postgres-password', 'postgres.log'])
  // All that a restore leaves that was killed at its very end.
  mkdirSync(join(target, `restoring-${deadPid}`))
  // For a copy of a data folder, which no restore has prepared.
  expect(await runRestoreCommand(['--mark'], { DATA_DIR: target }, report)).toContain(
    'ready for its first start',
  )
  const { ownerAddress, stop } = await startEmbedded(target, { fsync: false })
  const client = await connectOnce(ownerAddress)
  const { rows } = await client.query(
    `select (select value from settings where key = 'jobs')                          as jobs,
            (select count(*)::int from audit_events where action = 'restored') as restores`,
  )
  const { host, user, password, database } = ownerAddress as pg.ClientConfig
  const url = `postgresql://${user}:${password}@localhost:5432/${database}?host=${host}`
  await expect(runRestoreCommand(['--mark'], { DATABASE_URL: url }, report)).rejects.toThrow(
    'The bank is running: stop all its processes',
  )
  await client.end()
  expect(rows).toEqual([{ jobs: 'paused', restores: 2 }])
  await expect(backup(join(target, 'postgres'))).rejects.toThrow('is not empty')
  await expect(restore(made, 'restored')).rejects.toThrow(`A bank is running on ${target}: stop it`)
  await stop()
})

describe('a backup is refused', () => {
  test('into a folder that is not empty', async () => {
    await expect(backup(made)).rejects.toThrow(
      `${made} is not empty: name a folder that is empty or does not exist.`,
    )
  })

  test('into a folder that cannot be made', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    await expect(backup(join(file, 'backup'))).rejects.toThrow(
      'cannot be written: a part of its path is a file.',
    )
  })

  test('of a folder without a bank, and of a database that DATABASE_URL names', async () => {
    const nothing = { DATA_DIR: join(folder, 'nothing') }
    await expect(runBackupCommand([join(folder, 'b')], nothing, report)).rejects.toThrow(
      'There is no bank in',
    )
    const other = { DATABASE_URL: 'postgresql://bank@localhost/bank' }
    await expect(runBackupCommand([join(folder, 'b')], other, report)).rejects.toThrow('DATABASE_URL is set')
    expect(existsSync(join(folder, 'nothing'))).toBe(false)
  })
})

describe('a restore is refused and changes nothing', () => {
  test('from a backup that was not completed', async () => {
    const copy = join(folder, 'incomplete')
    mkdirSync(copy)
    writeFileSync(join(copy, 'base.tar'), '')
    await expect(restore(copy, 'refused')).rejects.toThrow('is not a backup, or one that was not completed')
    expect(existsSync(join(folder, 'refused'))).toBe(false)
  })

  test('from a backup of a newer version', async () => {
    const copy = join(folder, 'newer')
    mkdirSync(copy)
    changeManifest(copy, { migration: 9_999 })
    await expect(restore(copy, 'refused')).rejects.toThrow('was made by a newer version of the bank')
  })

  test('from a backup with one flipped byte, which is named', async () => {
    const { size } = statSync(join(made, 'base.tar'))
    for (const position of [20_000, size - 1]) {
      await withFlippedByte('base.tar', position, () =>
        expect(restore(made, 'refused')).rejects.toThrow(
          /^The backup is damaged: .*base\.tar: \S+ in it is not as it was written\.$/,
        ),
      )
    }
    for (const position of [200, 600]) {
      await withFlippedByte('backup.json', position, () =>
        expect(restore(made, 'refused')).rejects.toThrow(/^The backup is damaged.*: .*backup\.json/),
      )
    }
    expect(existsSync(join(folder, 'refused'))).toBe(false)
  })

  test('with a wrong key, and without any', async () => {
    await expect(restore(made, 'refused', { SECRET_KEY: otherKey })).rejects.toThrow(
      'SECRET_KEY is not the key of this backup',
    )
    await expect(restore(made, 'refused', {})).rejects.toThrow(
      "The bank's key is needed: set SECRET_KEY_FILE",
    )
    expect(existsSync(join(folder, 'refused'))).toBe(false)
  })

  test('into a folder that is not empty', async () => {
    const target = join(folder, 'used')
    mkdirSync(target)
    writeFileSync(join(target, 'notes.txt'), 'mine')
    await expect(restore(made, 'used')).rejects.toThrow(`${target} is not empty: move it away`)
    expect(readdirSync(target)).toEqual(['notes.txt'])
  })
})

test('a start refuses a folder in which a restore was not completed, which can be restored into again, and files that were only unpacked', async () => {
  const target = mkdtempSync(join(folder, 'unfinished-'))
  mkdirSync(join(target, `restoring-${deadPid}`))
  writeFileSync(join(target, 'postgres.log'), '')
  writeFileSync(join(target, 'secret-key'), 'put there before')
  await expect(startEmbedded(target)).rejects.toThrow('a restore into it was not completed')
  const draft = openRestoreDraft(target)
  expect(readdirSync(target).sort()).toEqual([`restoring-${process.pid}`, 'secret-key'])
  draft.discard()
  const unpacked = mkdtempSync(join(folder, 'unpacked-'))
  mkdirSync(join(unpacked, 'postgres'))
  execFileSync('tar', ['-xf', join(made, 'base.tar'), '-C', join(unpacked, 'postgres')])
  await expect(startEmbedded(unpacked)).rejects.toThrow('a backup that was not restored: use npm run restore')
})

test('a backup that is killed at any step is refused until it is complete, and the next one deletes what it has left', async () => {
  const into = join(folder, 'killed')
  const { stop } = await startEmbedded(dataDir)
  const env = { ...inheritedEnvironment(), DATA_DIR: dataDir, NODE_OPTIONS: `--import=${killedAt}` }
  const killed = (at: string) =>
    spawnSync(process.execPath, [script, into], { env: { ...env, KILLED_AT: at }, encoding: 'utf8' })
  const refused = /is not a backup, or one that was not completed/
  const first = killed('fsyncSync .')
  expect([first.signal, first.stdout.includes('was not completed')]).toEqual(['SIGKILL', false])
  await expect(backup('--verify', into)).rejects.toThrow(refused)
  for (const at of ['renameSync unfinished-\\d+/base\\.tar$', 'renameSync unfinished-\\d+/backup\\.json$']) {
    const { signal, stdout } = killed(at)
    expect([signal, stdout]).toEqual(['SIGKILL', expect.stringContaining('what it had left is deleted')])
    await expect(backup('--verify', into)).rejects.toThrow(refused)
  }
  expect(readdirSync(into).toSorted()).toEqual(['base.tar', expect.stringMatching(/^unfinished-\d+$/)])
  expect(killed('rmdirSync unfinished-').signal).toBe('SIGKILL')
  await stop()
  expect(await backup('--verify', into)).toContain('can be restored')
})

test('a backup into the folder of another one that is running is refused, and files of others are kept', async () => {
  const into = join(folder, 'shared')
  mkdirSync(join(into, `unfinished-${process.ppid}`), { recursive: true })
  await expect(backup(into)).rejects.toThrow(
    `Another backup into ${into} is running (process ${process.ppid}).`,
  )
  rmdirSync(join(into, `unfinished-${process.ppid}`))
  mkdirSync(join(into, `unfinished-${deadPid}`))
  writeFileSync(join(into, 'notes.txt'), 'mine')
  await expect(backup(into)).rejects.toThrow('is not empty')
  expect(readdirSync(into)).toEqual(['notes.txt', `unfinished-${deadPid}`])
})

test('a backup of a folder that this version has not opened yet says what to do', async () => {
  const { ownerAddress, stop } = await startEmbedded(dataDir, { fsync: false })
  const rename = async (from: string, to: string) => {
    const connection = await connectOnce(ownerAddress)
    await connection.query(`alter table ${from} rename to ${to}`)
    await connection.end()
  }
  await rename('secret_keys', 'not_yet')
  const into = join(folder, 'not-migrated')
  await expect(backup(into)).rejects.toThrow(
    'is of an earlier version of the bank: back it up with that version',
  )
  expect(existsSync(into)).toBe(false)
  await rename('not_yet', 'secret_keys')
  await stop()
})

test('--verify --all names every damaged backup and segment, also those that a restore does not need', async () => {
  const all = join(folder, 'all')
  const archive = join(all, '2026-11-23-abc')
  const wal = join(archive, 'wal')
  mkdirSync(wal, { recursive: true })
  cpSync(made, join(archive, 'backups', 'first'), { recursive: true })
  cpSync(made, join(archive, 'backups', 'second'), { recursive: true })
  const key = deriveKeys(readFileSync(keyCopy, 'utf8').trim()).backupKey
  const nameOf = (number: number) => segmentName({ timeline: 1, number: BigInt(number) })
  for (const number of [1, 2, 3]) {
    const content = `segment ${number}`
    const sha256 = createHash('sha256').update(content).digest('hex')
    const until = '2026-11-23T10:15:00.000Z'
    const facts = { name: nameOf(number), bytes: content.length, sha256, until }
    writeFileSync(join(wal, nameOf(number)), content)
    writeFileSync(join(wal, `${nameOf(number)}.json`), factsText(facts, key))
  }
  const expected = { migrations: 9_999, key }
  expect(await requireIntactArchives(all, expected, undefined)).toEqual({ backups: 2, segments: 3 })
  await expect(requireIntactArchives(made, expected, undefined)).rejects.toThrow('is one backup: --all needs')
  writeFileSync(join(wal, nameOf(1)), 'segment X')
  rmSync(join(wal, nameOf(2)))
  const tar = join(archive, 'backups', 'first', 'base.tar')
  const bytes = readFileSync(tar)
  bytes[20_000]! ^= 1
  writeFileSync(tar, bytes)
  const env = { DATA_DIR: dataDir }
  const failure = await runBackupCommand(['--verify', '--all', all], env, report).catch(
    (error) => error.message,
  )
  expect(failure.split('\n')).toEqual([
    expect.stringMatching(/^The backup is damaged: .*first\/base\.tar: /),
    `The archive is damaged: ${join(wal, nameOf(1))} is not as it was written.`,
    `The archive is damaged: ${wal} has no segment before ${nameOf(3)}.`,
  ])
})
