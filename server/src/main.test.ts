import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { endProgram, messagesOf } from '../test/program.ts'
import { newerCertificate, testCertificate } from '../test/test-certificate.ts'
import { usedDirectory } from '../test/used-directory.ts'
import { waitUntil } from '../test/wait-until.ts'
import { version } from './config/version.ts'
import { findProcess } from './embedded/running-process.ts'

const directory = usedDirectory()
const { start, startedBank, refusal, pidFile, postmasterPid } = directory

function isRunning(pid: number): boolean {
  const found = findProcess(pid)
  return found !== undefined && !found.isZombie
}

function isReady(address: string): Promise<boolean> {
  return fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

describe('stopping a bank', () => {
  for (const signals of [['SIGTERM'], ['SIGINT', 'SIGINT']] as const) {
    test(`${signals.join(' and ')} ends the bank and its PostgreSQL without an error`, async () => {
      const { program, address } = await startedBank()
      const pid = postmasterPid()
      expect((await fetch(`${address}/readyz`)).status).toBe(200)
      const [first, second] = signals
      program.child.kill(first)
      if (second !== undefined) {
        // Two signals that wait together would be one.
        await waitUntil(async () => !(await isReady(address)))
        program.child.kill(second)
      }
      expect(await program.ended).toEqual({ code: 0, complaint: '' })
      expect(isRunning(pid)).toBe(false)
      expect(existsSync(pidFile())).toBe(false)
    })
  }
})

// macOS has no such folder.
test.runIf(process.platform === 'linux')(
  'a bank whose archive is in a system call that never returns ends with its PostgreSQL all the same',
  async () => {
    // Node never returns from making a folder there.
    const { program } = await startedBank({ BACKUP_DIR: '/proc/truepenny' })
    const pid = postmasterPid()
    program.child.kill('SIGTERM')
    const { complaint } = await program.ended
    expect(complaint).toBe('The archive does not end: its disk, the one of BACKUP_DIR, does not answer.\n')
    expect(program.child.signalCode).toBe('SIGKILL')
    expect(isRunning(pid)).toBe(false)
    expect(existsSync(pidFile())).toBe(false)
  },
)

test('SIGHUP makes a bank read its certificate again, and one that does not fit its key is refused in one line', async () => {
  const files = { TLS_CERT_FILE: join(directory.path, 'cert'), TLS_KEY_FILE: join(directory.path, 'key') }
  const put = ({ cert, key }: typeof testCertificate) => {
    writeFileSync(files.TLS_CERT_FILE, cert)
    writeFileSync(files.TLS_KEY_FILE, key)
  }
  put(testCertificate)
  const { program, address } = await startedBank({ ...files, PUBLIC_URL: 'https://localhost' })
  const said = new Set<string>()
  for (const stream of [program.child.stdout!, program.child.stderr!]) {
    stream.on('data', (chunk) =>
      messagesOf(String(chunk))
        .split('\n')
        .forEach((line) => void said.add(line)),
    )
  }
  const { port } = new URL(address)
  const endOfUsed = () =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().valid_to)
        socket.destroy()
      }).on('error', reject)
    })
  const earlier = await endOfUsed()
  put({ ...newerCertificate, key: testCertificate.key })
  program.child.kill('SIGHUP')
  await waitUntil(() =>
    [...said].some((line) => /^The earlier certificate stays in use: .*key values mismatch/.test(line)),
  )
  expect(await endOfUsed()).toBe(earlier)
  put(newerCertificate)
  program.child.kill('SIGHUP')
  await waitUntil(() =>
    said.has('The certificate of TLS_CERT_FILE is in use, valid until 2176-10-22T10:13:32.000Z.'),
  )
  expect(await endOfUsed()).toBe('Oct 22 10:13:32 2176 GMT')
})

const inUse = () => `The data directory ${directory.path} is in use by another running Truepenny.`

describe('a data directory belongs to one bank at a time', () => {
  for (const kind of ['used', 'new'] as const) {
    test(`of two concurrent starts on a ${kind} data directory exactly one runs`, async () => {
      if (kind === 'new') rmSync(directory.path, { recursive: true })
      const racers = [start(), start()]
      const addresses = await Promise.all(racers.map(({ ready }) => ready))
      const losers = racers.filter((_, index) => addresses[index] === undefined)
      expect(losers).toHaveLength(1)
      for (const { ended } of losers) expect(await ended).toEqual({ code: 1, complaint: `${inUse()}\n` })
      expect((await fetch(`${addresses.find((address) => address !== undefined)}/readyz`)).status).toBe(200)
    })
  }
})

describe('the next start recovers by itself', () => {
  test('a start after a killed program is ready, and has printed lines of JSON, the first with its version', async () => {
    const { program } = await startedBank()
    await endProgram(program, 'SIGKILL')
    const next = start()
    let printed = ''
    next.child.stdout!.on('data', (chunk) => {
      printed += chunk
    })
    expect((await fetch(`${await next.ready}/readyz`)).status).toBe(200)
    const lines = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toEqual(
      lines.map(() => ({ level: 'info', time: expect.any(String), msg: expect.any(String) })),
    )
    expect(lines[0].msg).toBe(`Truepenny ${version}`)
  })

  test('a PostgreSQL that outlived the killed program is taken over by the next start, which keeps a further one out, and stopped at the end', async () => {
    const { program } = await startedBank({ PATH: pathWithoutSetpriv() })
    const pid = postmasterPid()
    await endProgram(program, 'SIGKILL')
    expect(isRunning(pid)).toBe(true)
    const second = await startedBank()
    expect(postmasterPid()).toBe(pid)
    expect(await refusal()).toBe(inUse())
    expect((await fetch(`${second.address}/readyz`)).status).toBe(200)
    await endProgram(second.program)
    expect(isRunning(pid)).toBe(false)
  })

  test('a start is not misled by another process with the id of the former PostgreSQL', async () => {
    writeFileSync(pidFile(), `${process.pid}\n${directory.path}/postgres\n`)
    await expect(startedBank()).resolves.toBeDefined()
  })

  test('a start that was killed while it made the data directory is completed by the next one', async () => {
    rmSync(directory.path, { recursive: true })
    const first = start()
    await expect.poll(() => existsSync(join(directory.path, 'postgres-password'))).toBe(true)
    await endProgram(first, 'SIGKILL')
    await expect(startedBank()).resolves.toBeDefined()
  })
})

test('a PostgreSQL that is killed under a running bank is started again, also by the next start when the program is killed with it', async () => {
  const { program, address } = await startedBank()
  const pid = postmasterPid()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => existsSync(pidFile()) && postmasterPid() !== pid).toBe(true)
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200)
  process.kill(postmasterPid(), 'SIGKILL')
  await endProgram(program, 'SIGKILL')
  const next = await startedBank()
  expect((await fetch(`${next.address}/readyz`)).status).toBe(200)
})

/** A folder with the commands that PostgreSQL under root needs, but without `setpriv`, which ends PostgreSQL with the program. */
function pathWithoutSetpriv(): string {
  const folder = mkdtempSync(join(directory.path, 'path-'))
  for (const command of ['unshare', 'true']) symlinkSync(`/usr/bin/${command}`, join(folder, command))
  return folder
}
