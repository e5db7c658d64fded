import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testCertificate } from '../test/test-certificate.ts'
import { usedDirectory } from '../test/used-directory.ts'
import { startEmbedded } from './embedded/start-embedded.ts'

const directory = usedDirectory()
const { refusal, pidFile } = directory

/** The same line from what the program starts first, without a process. */
async function embeddedRefusal(): Promise<string> {
  const line = await startEmbedded(directory.path).then(
    () => expect.unreachable('started'),
    ({ message }: Error) => message,
  )
  expect(line).not.toContain('\n')
  return line
}

describe('the start ends with one line for', () => {
  test('a damaged data directory', async () => {
    writeFileSync(join(directory.path, 'postgres/PG_VERSION'), 'garbage\u0000\n')
    expect(await refusal()).toBe(
      `The data directory ${directory.path} cannot be used: its PostgreSQL files are damaged (PG_VERSION): restore a backup.`,
    )
  })

  test('a data directory without its control file', async () => {
    rmSync(join(directory.path, 'postgres/global/pg_control'))
    expect(await refusal()).toMatch(
      /cannot be used: PostgreSQL did not start: could not find the database system/,
    )
  })

  test('a data directory that belongs to another user', async () => {
    rmSync(join(directory.path, 'postgres/PG_VERSION'))
    expect(await embeddedRefusal()).toContain('contains something else or is damaged')
  })

  test('a data directory of another version', async () => {
    writeFileSync(join(directory.path, 'postgres/PG_VERSION'), '16\n')
    expect(await embeddedRefusal()).toContain('it was made by PostgreSQL 16, and this program comes with 18.')
  })

  test('a data directory that is a file', async () => {
    expect(await refusal({ DATA_DIR: join(directory.path, 'secret-key') })).toMatch(
      /^DATA_DIR cannot be used: /,
    )
  })

  test('a lost database password', async () => {
    rmSync(join(directory.path, 'postgres-password'))
    expect(await embeddedRefusal()).toContain(
      'the password in postgres-password is not the password of its PostgreSQL',
    )
    expect(existsSync(pidFile())).toBe(false)
  })

  test('a port in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((listening) => server.once('listening', listening))
    const { port } = server.address() as { port: number }
    expect(await refusal({ PORT: String(port) })).toBe(
      `Port ${port} on 127.0.0.1 is already in use: set PORT to another one.`,
    )
    expect(existsSync(pidFile())).toBe(false)
    server.close()
  })

  test('a SECRET_KEY that is not the database’s', async () => {
    expect(await refusal({ SECRET_KEY: 'a key that this bank has never been given' })).toBe(
      'SECRET_KEY is not the one this database was made with: set the old one as SECRET_KEY_PREVIOUS, or put it back.',
    )
    expect(existsSync(pidFile())).toBe(false)
  })

  test('a wrong setting', async () => {
    expect(await refusal({ PORT: 'high' })).toBe('PORT is "high": it must be a whole number from 0 to 65535.')
  })

  test('a HOST that is not an address of this machine', async () => {
    const tls = { TLS_CERT_FILE: join(directory.path, 'cert'), TLS_KEY_FILE: join(directory.path, 'key') }
    writeFileSync(tls.TLS_CERT_FILE, testCertificate.cert)
    writeFileSync(tls.TLS_KEY_FILE, testCertificate.key)
    const settings = {
      ...tls,
      HOST: '192.0.2.1',
      PUBLIC_URL: 'https://bank.example',
      TRUST_PROXY: 'loopback',
      BANK_ADDRESS: '1 Main Street, Boston',
      BANK_SWIFT: 'BKEXUS33',
      BANK_ROUTING: '011000015',
      SECRET_KEY_FILE: join(directory.path, 'secret-key'),
    }
    expect(await refusal(settings)).toContain('HOST is "192.0.2.1", which this machine cannot listen on')
  })

  test('a DATABASE_URL that cannot be reached', async () => {
    const settings = {
      DATABASE_URL: 'postgresql://bank:secret@127.0.0.1:1/bank',
      SECRET_KEY: 'a key of the tests, long enough for a bank',
    }
    expect(await refusal(settings)).toBe('The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1.')
  })
})
