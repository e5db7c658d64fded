import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { endProgram, type Program, startProgram } from '../test/program.ts'
import { lookAtProcess } from './postgres/running-process.ts'

// A data directory that was used once, copied for each test.
const used = mkdtempSync(join(tmpdir(), 'truepenny-used-'))
let dataDir: string
let programs: Program[] = []

beforeAll(async () => {
  dataDir = used
  await startedBank()
  await endPrograms()
})
afterAll(() => rmSync(used, { recursive: true }))
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'truepenny-main-'))
  execFileSync('cp', ['-a', `${used}/.`, dataDir])
})
afterEach(async () => {
  await endPrograms()
  rmSync(dataDir, { recursive: true, force: true })
})

function start(settings: Record<string, string> = {}): Program {
  const program = startProgram({ DATA_DIR: dataDir, ...settings })
  programs.push(program)
  return program
}

async function startedBank(settings: Record<string, string> = {}) {
  const program = start(settings)
  const address = await program.ready
  if (address === undefined) throw new Error((await program.ended).complaint)
  return { program, address }
}

async function endPrograms() {
  await Promise.all(programs.map((program) => endProgram(program)))
  programs = []
}

const pidFile = () => join(dataDir, 'postgres/postmaster.pid')
const postmasterPid = () => Number.parseInt(readFileSync(pidFile(), 'utf8'), 10)

/** A hang ends the test; a slow machine does not. */
const within = { timeout: 30_000 }
vi.setConfig({ testTimeout: 90_000 })

function isRunning(pid: number): boolean {
  const found = lookAtProcess(pid)
  return found !== undefined && !found.isZombie
}

async function refusal(settings: Record<string, string> = {}) {
  const { code, complaint } = await start(settings).ended
  expect(code).toBe(1)
  expect(complaint.trimEnd().split('\n')).toHaveLength(1)
  return complaint.trimEnd()
}

describe('told to stop', () => {
  for (const signals of [['SIGTERM'], ['SIGINT'], ['SIGINT', 'SIGINT']] as const) {
    test(`by ${signals.join(' and ')}, the bank ends without a complaint and its PostgreSQL with it`, async () => {
      const { program, address } = await startedBank()
      const pid = postmasterPid()
      expect((await fetch(`${address}/readyz`)).status).toBe(200)
      for (const signal of signals) program.child.kill(signal)
      expect(await program.ended).toEqual({ code: 0, complaint: '' })
      expect(isRunning(pid)).toBe(false)
      expect(existsSync(pidFile())).toBe(false)
    })
  }
})

describe('a data directory belongs to one bank at a time', () => {
  const inUse = () => `The data directory ${dataDir} is in use by another running Truepenny.`

  test('a second start says so, and the first goes on', async () => {
    const { address } = await startedBank()
    expect(await refusal()).toBe(inUse())
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
  })

  for (const directory of ['used', 'new'] as const) {
    test(`of two starts at once on a ${directory} directory exactly one runs`, async () => {
      if (directory === 'new') rmSync(dataDir, { recursive: true })
      const racers = [start(), start()]
      const addresses = await Promise.all(racers.map(({ ready }) => ready))
      const losers = racers.filter((_, index) => addresses[index] === undefined)
      expect(losers).toHaveLength(1)
      for (const { ended } of losers) expect(await ended).toEqual({ code: 1, complaint: `${inUse()}\n` })
      expect((await fetch(`${addresses.find((address) => address !== undefined)}/readyz`)).status).toBe(200)
    })
  }
})

describe('the next start is ready by itself', () => {
  test('after the program was killed', async () => {
    const { program } = await startedBank()
    await endProgram(program, 'SIGKILL')
    const { address } = await startedBank()
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
  })

  test('after the program and its PostgreSQL were killed', async () => {
    const { program } = await startedBank()
    process.kill(postmasterPid(), 'SIGKILL')
    await endProgram(program, 'SIGKILL')
    const { address } = await startedBank()
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
  })

  test('after it was killed where PostgreSQL outlives it: the server is taken over, and stopped at the end', async () => {
    const { program } = await startedBank({ PATH: pathWithoutSetpriv() })
    const pid = postmasterPid()
    await endProgram(program, 'SIGKILL')
    expect(isRunning(pid)).toBe(true)
    const second = await startedBank()
    expect(postmasterPid()).toBe(pid)
    expect(await refusal()).toContain('is in use by another running Truepenny')
    await endProgram(second.program)
    expect(isRunning(pid)).toBe(false)
  })

  test('after a restart of the machine gave the number of its PostgreSQL to a stranger', async () => {
    writeFileSync(pidFile(), `${process.pid}\n${dataDir}/postgres\n`)
    await expect(startedBank()).resolves.toBeDefined()
  })

  test('after a power cut left an empty note of the running PostgreSQL', async () => {
    writeFileSync(pidFile(), '')
    await expect(startedBank()).resolves.toBeDefined()
  })

  test('after a start was killed while it made the directory', async () => {
    rmSync(dataDir, { recursive: true })
    const first = start()
    await expect.poll(() => existsSync(join(dataDir, 'postgres-password')), within).toBe(true)
    await endProgram(first, 'SIGKILL')
    await expect(startedBank()).resolves.toBeDefined()
  })
})

test('a PostgreSQL that is killed under a running bank comes back by itself', async () => {
  const { address } = await startedBank()
  const pid = postmasterPid()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => existsSync(pidFile()) && postmasterPid() !== pid, within).toBe(true)
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status, within).toBe(200)
})

test('a data directory whose path is too long for a socket works too', async () => {
  const deep = join(dataDir, 'd'.repeat(100))
  execFileSync('cp', ['-a', used, deep])
  const { address } = await startedBank({ DATA_DIR: deep, TMPDIR: dataDir })
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
})

describe('what cannot work stops the start with one line', () => {
  test('a damaged data directory', async () => {
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), 'garbage\u0000\n')
    expect(await refusal()).toBe(
      `The data directory ${dataDir} cannot be used: its PostgreSQL files are damaged (PG_VERSION): restore a backup.`,
    )
  })

  test('a data directory without its control file', async () => {
    rmSync(join(dataDir, 'postgres/global/pg_control'))
    expect(await refusal()).toMatch(
      /cannot be used: PostgreSQL did not start: could not find the database system/,
    )
  })

  test('a folder of somebody else in the place of the data', async () => {
    rmSync(join(dataDir, 'postgres/PG_VERSION'))
    expect(await refusal()).toContain('holds something else or is damaged')
  })

  test('a data directory of another version', async () => {
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '16\n')
    expect(await refusal()).toContain('it was made by PostgreSQL 16, and this program brings 18.')
  })

  test('a data directory that is a file', async () => {
    expect(await refusal({ DATA_DIR: join(dataDir, 'secret-key') })).toMatch(/^DATA_DIR cannot be used: /)
  })

  test('a lost password of the database', async () => {
    rmSync(join(dataDir, 'postgres-password'))
    expect(await refusal()).toContain('the password kept in postgres-password is not that of its PostgreSQL')
    expect(existsSync(pidFile())).toBe(false)
  })

  test('a port in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((listening) => server.once('listening', listening))
    const { port } = server.address() as { port: number }
    expect(await refusal({ PORT: String(port) })).toBe(
      `Port ${port} on 127.0.0.1 is in use already: set PORT to another one.`,
    )
    expect(existsSync(pidFile())).toBe(false)
    server.close()
  })

  test('a wrong setting', async () => {
    expect(await refusal({ PORT: 'high' })).toBe('PORT is "high": it must be a whole number from 0 to 65535.')
  })

  test('an address that is not of this machine', async () => {
    const settings = { HOST: '192.0.2.1', PUBLIC_URL: 'https://bank.example' }
    expect(await refusal(settings)).toContain('HOST is "192.0.2.1", which this machine cannot listen on')
  })

  test('a database of its own that is not there', async () => {
    const settings = { DATABASE_URL: 'postgresql://bank:secret@127.0.0.1:1/bank', SECRET_KEY: 'k'.repeat(32) }
    expect(await refusal(settings)).toBe('The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1.')
  })
})

/** A place with the commands that PostgreSQL under root needs, and without the one that ends it with us. */
function pathWithoutSetpriv(): string {
  const place = mkdtempSync(join(dataDir, 'path-'))
  for (const command of ['unshare', 'true']) symlinkSync(`/usr/bin/${command}`, join(place, command))
  return place
}
