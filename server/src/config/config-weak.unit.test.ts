import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { testCertificate } from '../../test/test-certificate.ts'
import { readConfig } from './config.ts'
import { weakSettings } from './config-weak.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'truepenny-config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const key = 'a key of the tests, long enough for a bank'
const ownDatabase = { SECRET_KEY: key }
const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env })

describe('a setting that works and is weak is named in one warning', () => {
  const ownBank = { BANK_ADDRESS: '1 Quay Street, Boston', BANK_SWIFT: 'FHBKUS33', BANK_ROUTING: '011000015' }
  const publicBank = { PUBLIC_URL: 'https://bank.example', ...ownBank }
  const database = (address: string) => ({ ...ownDatabase, DATABASE_URL: address })
  const smtp = (address: string) => ({ SMTP_URL: address, MAIL_FROM: 'bank@bank.example' })
  const behindProxy = { ...publicBank, SECRET_KEY: key, TRUST_PROXY: 'loopback' }
  const certificate = { TLS_CERT_FILE: join(dataDir, 'cert'), TLS_KEY_FILE: join(dataDir, 'key') }
  writeFileSync(certificate.TLS_CERT_FILE, testCertificate.cert)
  writeFileSync(certificate.TLS_KEY_FILE, testCertificate.key)
  const clear = 'names another machine and no TLS'
  for (const [what, env, warnings] of [
    ['nothing set', {}, []],
    [
      'a gateway for administrators who need a second factor',
      { GATEWAY_PROJECT: 'bank', ADMIN_SECOND_FACTOR: 'required' },
      ['GATEWAY_PROJECT is set and ADMIN_SECOND_FACTOR is required'],
    ],
    [
      'a gateway for customers who need one',
      { GATEWAY_PROJECT: 'bank', CUSTOMER_SECOND_FACTOR: 'required' },
      ['GATEWAY_PROJECT is set and CUSTOMER_SECOND_FACTOR is required'],
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
    ...['ssl=true&sslmode=disable', 'sslmode=verify-full&sslmode=disable', 'sslmode='].map(
      (parameters) =>
        [
          `a remote database with ${parameters}`,
          database(`postgresql://db.example/bank?${parameters}`),
          [clear],
        ] as const,
    ),
    ...['sslmode=no-verify', 'ssl=no-verify', 'sslmode=require&uselibpqcompat=true'].map(
      (parameters) =>
        [
          `a remote database with ${parameters}`,
          database(`postgresql://db.example/bank?${parameters}`),
          ['DATABASE_URL does not verify'],
        ] as const,
    ),
    ['a database on this machine, not verified', database('postgresql://[::1]/bank?sslmode=no-verify'), []],
    ['a remote database with TLS by a certificate', database('postgresql://db.example/bank?sslcert=a'), []],
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
    [
      'a mail server with TLS given up, as a number',
      smtp('smtp://mail.example?requireTLS=0'),
      ['requireTLS'],
    ],
    [
      'a mail server that is not verified',
      smtp('smtps://mail.example?tls.rejectUnauthorized=false'),
      ['SMTP_URL has tls.rejectUnauthorized=false'],
    ],
    [
      'a mail server of this machine that is not verified',
      smtp('smtps://127.0.0.1?tls.rejectUnauthorized=false'),
      [],
    ],
    ['another machine in front, without TLS', { ...behindProxy, HOST: '10.0.0.5' }, ['TLS_CERT_FILE is not']],
    ['another machine in front, with TLS', { ...behindProxy, HOST: '10.0.0.5', ...certificate }, []],
    [
      'a collector on another machine in clear text',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' },
      ['OTEL_EXPORTER_OTLP_ENDPOINT is http'],
    ],
    ['a collector with TLS', { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example:4318' }, []],
    ['a collector on this machine', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, []],
    [
      'a public bank with the SWIFT code of the demo',
      { ...behindProxy, BANK_SWIFT: '' },
      ['BANK_SWIFT and BANK_ROUTING are not'],
    ],
    ['a public bank without limits', { ...behindProxy, RATE_LIMITS: 'off' }, ['RATE_LIMITS is off']],
    ['a bank of this machine without limits', { RATE_LIMITS: 'off' }, []],
    [
      'a public bank whose administrators need no second factor',
      { ...behindProxy, ADMIN_SECOND_FACTOR: 'optional' },
      ['ADMIN_SECOND_FACTOR is optional'],
    ],
    ['a mail server of this machine', smtp('smtp://127.0.0.1?requireTLS=false'), []],
  ] as const) {
    test(what, () => {
      const heard = weakSettings(env, read(env))
      expect(heard).toEqual(warnings.map((part) => expect.stringContaining(part)))
      for (const line of heard) expect(line).toMatch(/^Warning: [^\n]+\.$/)
      expect(heard.join()).not.toContain('secret@')
    })
  }
})
