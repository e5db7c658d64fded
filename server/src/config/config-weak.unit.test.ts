import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'truepenny-config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const key = 'a key of the tests, long enough for a bank'
const ownDatabase = { SECRET_KEY: key }
const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env })

describe('a setting that works and is weak is named in one warning', () => {
  const publicBank = { PUBLIC_URL: 'https://bank.example' }
  const database = (address: string) => ({ ...ownDatabase, DATABASE_URL: address })
  const smtp = (address: string) => ({ SMTP_URL: address, MAIL_FROM: 'bank@bank.example' })
  const clear = 'names another machine and no TLS'
  for (const [what, env, warnings] of [
    ['nothing set', {}, []],
    [
      'a gateway for administrators who need a second factor',
      { GATEWAY_PROJECT: 'bank', ADMIN_SECOND_FACTOR: 'required' },
      ['GATEWAY_PROJECT is set and ADMIN_SECOND_FACTOR is required'],
    ],
    ['a gateway without that need', { GATEWAY_PROJECT: 'bank', ADMIN_SECOND_FACTOR: 'optional' }, []],
    [
      'a public address without a named proxy',
      { ...publicBank, SECRET_KEY: key },
      ['and TRUST_PROXY is not'],
    ],
    ['a public address with one', { ...publicBank, SECRET_KEY: key, TRUST_PROXY: 'loopback' }, []],
    [
      'a public bank whose key is in its data folder',
      { ...publicBank, TRUST_PROXY: 'loopback' },
      ['SECRET_KEY_FILE'],
    ],
    ['a remote database in clear text', database('postgresql://bank:secret@db.example/bank'), [clear]],
    [
      'a remote database with TLS turned off',
      database('postgresql://db.example/bank?sslmode=disable'),
      [clear],
    ],
    ['a remote database with TLS', database('postgresql://db.example/bank?sslmode=verify-full'), []],
    ['a database on this machine', database('postgresql://bank:secret@127.0.0.1/bank'), []],
    ['a database on this machine, IPv6', database('postgresql://bank:secret@[::1]/bank'), []],
    ['a database behind a socket', database('postgresql://bank:secret@%2Frun%2Fpostgresql/bank'), []],
    [
      'a database behind a socket, named as a parameter',
      database('postgresql:///bank?host=/run/postgresql'),
      [],
    ],
    [
      'a remote owner in clear text',
      { ...database('postgresql:///bank?host=/run'), DATABASE_OWNER_URL: 'postgresql://db.example/bank' },
      [`DATABASE_OWNER_URL ${clear}`],
    ],
    ['a mail server without a word about TLS', smtp('smtp://mail.example'), []],
    ['a mail server with TLS given up', smtp('smtp://mail.example?requireTLS=false'), ['requireTLS=false']],
    ['a mail server of this machine', smtp('smtp://127.0.0.1?requireTLS=false'), []],
  ] as const) {
    test(what, () => {
      const heard = read(env).warnings
      expect(heard).toEqual(warnings.map((part) => expect.stringContaining(part)))
      for (const line of heard) expect(line).toMatch(/^Warning: [^\n]+\.$/)
      expect(heard.join()).not.toContain('secret@')
    })
  }
})
