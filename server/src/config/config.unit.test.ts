import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testCertificate } from '../../test/test-certificate.ts'
import { readConfig } from './config.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'truepenny-config-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const key = 'a key of the tests, long enough for a bank'
const ownDatabase = { DATABASE_URL: 'postgresql://bank:secret@db.example/bank', SECRET_KEY: key }
const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...env })

test('a funding waits above APPROVAL_ABOVE, which is never more than FUNDING_LIMIT', () => {
  expect(read().approvalAboveMinor).toBe(1_000_000n)
  expect(read({ APPROVAL_ABOVE: '500.00' }).approvalAboveMinor).toBe(50_000n)
  expect(read({ FUNDING_LIMIT: '5000.00' }).approvalAboveMinor).toBe(500_000n)
})

test('without settings, the bank listens on loopback, with the embedded PostgreSQL and the demo people', () => {
  expect(read()).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: undefined,
    databaseUrl: undefined,
    demo: true,
    bankName: 'Truepenny',
    bankAddress: '1 Assay Row, Pennyford',
    bankSwift: 'TRPNDEF0',
    bankRouting: '995550005',
    bankCode: 'DE99555000',
    publicSiteUrl: '/',
    timeZone: 'UTC',
    mail: { by: 'outbox' },
    ticker: true,
    passwordMin: 8,
    ageMin: 18,
    sessionMinutesIdle: 15,
    sessionMinutesAbsolute: 480,
    elevationMinutesIdle: 10,
    elevationMinutesAbsolute: 30,
    transferLimitMinor: 25_000_000n,
    fundingLimitMinor: 100_000_000n,
    rateLimits: true,
    rateLimitsLoopback: false,
    adminSecondFactor: 'optional',
    customerSecondFactor: 'optional',
  })
  expect(readConfig({ SECRET_KEY: key }).dataDir).toBe(join(import.meta.dirname, '../../../data'))
})

test('administrators need a second factor outside the demo, unless the setting says otherwise', () => {
  expect(read({ DEMO: 'off' }).adminSecondFactor).toBe('required')
  expect(read(ownDatabase).adminSecondFactor).toBe('required')
  expect(read({ ...ownDatabase, ADMIN_SECOND_FACTOR: 'optional' }).adminSecondFactor).toBe('optional')
  expect(read({ ADMIN_SECOND_FACTOR: 'Required' }).adminSecondFactor).toBe('required')
  expect(() => read({ ADMIN_SECOND_FACTOR: 'off' })).toThrow(
    'ADMIN_SECOND_FACTOR is "off": it must be required or optional.',
  )
})

test('a second factor is the customers’ choice, unless the setting makes it a rule', () => {
  expect(read({ DEMO: 'off' }).customerSecondFactor).toBe('optional')
  expect(read({ CUSTOMER_SECOND_FACTOR: 'required' }).customerSecondFactor).toBe('required')
})

test('an empty setting counts as absent, and spaces around one do not count', () => {
  expect(read({ PORT: '', BANK_NAME: '  First Penny  ', TICKER: ' OFF ' })).toMatchObject({
    port: 3000,
    bankName: 'First Penny',
    ticker: false,
  })
})

describe('the demo is on by default only where no other machine can reach the bank', () => {
  for (const [where, env, demo] of [
    ['on a loopback address', {}, true],
    ['on another loopback address', { HOST: '::1' }, true],
    ['with DATABASE_URL', ownDatabase, false],
    ['with a public address', { PUBLIC_URL: 'https://bank.example' }, false],
    ['on an address that others can reach', { HOST: '0.0.0.0', PUBLIC_URL: 'https://bank.example' }, false],
    ['with DATABASE_URL and DEMO=on', { ...ownDatabase, DEMO: 'on' }, true],
    ['on this machine, when not wanted', { DEMO: 'off' }, false],
  ] as const) {
    test(where, () => expect(read(env).demo).toBe(demo))
  }
})

describe('a wrong setting is named in one line with what is allowed', () => {
  for (const [setting, env, line] of [
    ['PORT', { PORT: '65536' }, 'PORT is "65536": it must be a whole number from 0 to 65535.'],
    ['PORT', { PORT: '3000x' }, 'PORT is "3000x": it must be a whole number from 0 to 65535.'],
    [
      'HOST',
      { HOST: 'not a host' },
      'HOST is "not a host": it must be an address or a host name, such as 127.0.0.1.',
    ],
    [
      'HOST',
      { HOST: '0.0.0.0' },
      'HOST is "0.0.0.0", which others can reach: set PUBLIC_URL to the bank\'s https:// address too.',
    ],
    [
      'HOST',
      { HOST: '192.168.1.2', PUBLIC_URL: 'http://localhost:3000' },
      'HOST is "192.168.1.2", which others can reach: set PUBLIC_URL to the bank\'s https:// address too.',
    ],
    [
      'PUBLIC_URL',
      { PUBLIC_URL: 'http://bank.example' },
      'PUBLIC_URL must start with https:// unless its host is a loopback address.',
    ],
    [
      'PUBLIC_URL',
      { PUBLIC_URL: 'bank.example' },
      'PUBLIC_URL must be an address that starts with https:// or http://.',
    ],
    [
      'PUBLIC_URL',
      { PUBLIC_URL: 'https://bank.example/bank' },
      'PUBLIC_URL must be scheme and host only, such as https://bank.example.',
    ],
    ['DEMO', { DEMO: 'yes' }, 'DEMO is "yes": it must be on or off.'],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud": it must be fatal or error or'],
    ['BANK_NAME', { BANK_NAME: 'B'.repeat(61) }, 'BANK_NAME is too long: at most 60 characters.'],
    ['BANK_NAME', { BANK_NAME: 'Two\nlines' }, 'BANK_NAME contains a control character.'],
    ['BANK_ADDRESS', { BANK_ADDRESS: 'Q'.repeat(201) }, 'BANK_ADDRESS is too long: at most 200 characters.'],
    [
      'BANK_SWIFT',
      { BANK_SWIFT: 'FHBKUS3' },
      'BANK_SWIFT is "FHBKUS3": it must be a SWIFT code of 8 or 11 characters.',
    ],
    [
      'BANK_ROUTING',
      { BANK_ROUTING: '011000016' },
      'BANK_ROUTING is "011000016": it must be a US routing number, or another code of at most 40 characters.',
    ],
    ['BANK_ROUTING', { BANK_ROUTING: '1'.repeat(41) }, 'of at most 40 characters.'],
    ...['DE1234567', 'DE123456789', 'AT1234', 'NLABC1', 'FR12345678', 'de12345678', '12345678'].map(
      (code): [string, Record<string, string>, string] => [
        'BANK_CODE',
        { BANK_CODE: code },
        `BANK_CODE is "${code}": it must be DE and 8 digits, AT and 5 digits, or NL and 4 letters.`,
      ],
    ),
    [
      'TIME_ZONE',
      { TIME_ZONE: 'Mars' },
      'TIME_ZONE is "Mars": it must be a time zone such as UTC or Europe/Berlin.',
    ],
    ['TIME_ZONE', { TIME_ZONE: '+05:30' }, 'TIME_ZONE is "+05:30": it must be a time zone'],
    ['OPERATOR_EMAIL', { OPERATOR_EMAIL: 'me' }, 'OPERATOR_EMAIL is "me": it must be an email address.'],
    [
      'CHECK_BOOKS_AT',
      { CHECK_BOOKS_AT: '24:00' },
      'CHECK_BOOKS_AT is "24:00": it must be a time of day such as 03:30, or off.',
    ],
    ['SUPPORT_EMAIL', { SUPPORT_EMAIL: 'help' }, 'SUPPORT_EMAIL is "help": it must be an email address.'],
    [
      'PUBLIC_SITE_URL',
      { PUBLIC_SITE_URL: '//evil.example' },
      'PUBLIC_SITE_URL must be an address that starts with',
    ],
    [
      'TRUST_PROXY',
      { TRUST_PROXY: '10.0.0.1, 10.0.0.0/33' },
      'TRUST_PROXY contains "10.0.0.0/33": it must be a list of',
    ],
    [
      'TRUST_PROXY',
      { TRUST_PROXY: '10.0.0.1, 0.0.0.0/0' },
      'TRUST_PROXY contains "0.0.0.0/0", a range that includes too many callers: name the proxies, or a range no wider than /8 (IPv6: /16).',
    ],
    [
      'TRUST_PROXY',
      { TRUST_PROXY: '10.0.0.0/7' },
      'TRUST_PROXY contains "10.0.0.0/7", a range that includes too many callers',
    ],
    [
      'TRUST_PROXY',
      { TRUST_PROXY: '::/0' },
      'TRUST_PROXY contains "::/0", a range that includes too many callers',
    ],
    [
      'TRUST_PROXY',
      { TRUST_PROXY: '2000::/15' },
      'TRUST_PROXY contains "2000::/15", a range that includes too many callers',
    ],
    [
      'DEMO',
      { DEMO: 'on', PUBLIC_URL: 'https://bank.example' },
      'DEMO is on and PUBLIC_URL is an address that others can reach: remove one of them.',
    ],
    [
      'MAIL_API_URL',
      { MAIL_API_URL: 'http://mail.example/send', MAIL_API_KEY: 'm', MAIL_FROM: 'bank@bank.example' },
      'MAIL_API_URL must start with https:// unless its host is a loopback address.',
    ],
    [
      'IMAGE_HOST_URL',
      {
        IMAGE_HOST_URL: 'http://images.example/upload',
        IMAGE_HOST_ORIGIN: 'https://images.example',
        IMAGE_HOST_KEY: 'i',
      },
      'IMAGE_HOST_URL must start with https:// unless its host is a loopback address.',
    ],
    [
      'IMAGE_HOST_ORIGIN',
      {
        IMAGE_HOST_URL: 'https://images.example/upload',
        IMAGE_HOST_ORIGIN: 'http://images.example',
        IMAGE_HOST_KEY: 'i',
      },
      'IMAGE_HOST_ORIGIN must start with https:// unless its host is a loopback address.',
    ],
    ['TRANSFER_LIMIT', { TRANSFER_LIMIT: '1e6' }, 'TRANSFER_LIMIT is "1e6": it must be an amount above 0'],
    ['FUNDING_LIMIT', { FUNDING_LIMIT: '0' }, 'FUNDING_LIMIT is "0": it must be an amount above 0'],
    ['AGE_MIN', { AGE_MIN: '-1' }, 'AGE_MIN is "-1": it must be a whole number from 0 to 120.'],
    ['PASSWORD_MIN', { PASSWORD_MIN: '6' }, 'PASSWORD_MIN is "6": it must be a whole number from 8 to 64.'],
    ['SECRET_KEY', { SECRET_KEY: 'short' }, 'SECRET_KEY is too short: at least 32 bytes, such as'],
    [
      'SECRET_KEY',
      { SECRET_KEY: 'k'.repeat(32) },
      'SECRET_KEY repeats a few characters: use random ones, such as',
    ],
    ['SECRET_KEY', { SECRET_KEY: 'abcdefg'.repeat(9) }, 'SECRET_KEY repeats a few characters'],
    [
      'SECRET_KEY_PREVIOUS',
      { SECRET_KEY_PREVIOUS: 'short' },
      'SECRET_KEY_PREVIOUS is too short: at least 32 bytes',
    ],
    [
      'SECRET_KEY_PREVIOUS',
      { SECRET_KEY_PREVIOUS: 'ab'.repeat(32) },
      'SECRET_KEY_PREVIOUS repeats a few characters: use random ones',
    ],
    [
      'SECRET_KEY_PREVIOUS',
      { SECRET_KEY: key, SECRET_KEY_PREVIOUS: key },
      'SECRET_KEY_PREVIOUS is the same as SECRET_KEY: set the key that SECRET_KEY replaces, or leave it out.',
    ],
    [
      'SECRET_KEY',
      { DATABASE_URL: ownDatabase.DATABASE_URL },
      'SECRET_KEY must be set beside DATABASE_URL: at least',
    ],
    [
      'DATABASE_URL',
      { DATABASE_URL: 'mysql://bank' },
      'DATABASE_URL must look like postgresql://user:password@host',
    ],
    [
      'DATABASE_OWNER_URL',
      { DATABASE_OWNER_URL: ownDatabase.DATABASE_URL },
      'DATABASE_OWNER_URL has no effect without DATABASE_URL: set both, or neither.',
    ],
    [
      'DATABASE_OWNER_URL',
      { ...ownDatabase, DATABASE_OWNER_URL: 'owner@db.example' },
      'DATABASE_OWNER_URL must look like postgresql://user:password@host',
    ],
    [
      'ADMIN_EMAIL',
      { ADMIN_EMAIL: 'clara@bank.example' },
      'ADMIN_EMAIL, ADMIN_PASSWORD and ADMIN_PASSCODE must be set together or not at all.',
    ],
    [
      'ADMIN_PASSWORD',
      { ADMIN_EMAIL: 'clara@bank.example', ADMIN_PASSWORD: 'short', ADMIN_PASSCODE: '2468' },
      'ADMIN_PASSWORD must have 8 to 128 characters.',
    ],
    [
      'MAIL_API_KEY',
      { MAIL_API_URL: 'https://mail.example/send' },
      'MAIL_API_URL and MAIL_API_KEY must be set together or not at all.',
    ],
    [
      'MAIL_FROM',
      { SMTP_URL: 'smtp://mail.example' },
      'MAIL_FROM must be set too: the address the mail is sent from.',
    ],
    [
      'SMTP_URL',
      { SMTP_URL: 'mail.example', MAIL_FROM: 'bank@bank.example' },
      'SMTP_URL must look like smtp://',
    ],
    [
      'SMTP_URL',
      { SMTP_URL: 'smtp://bank:p#ss@mail.example:99999', MAIL_FROM: 'bank@bank.example' },
      'SMTP_URL must look like smtp://',
    ],
    [
      'IMAGE_HOST_KEY',
      { IMAGE_HOST_URL: 'https://images.example/upload', IMAGE_HOST_ORIGIN: 'https://images.example' },
      'IMAGE_HOST_URL, IMAGE_HOST_KEY and IMAGE_HOST_ORIGIN must be set together or not at all.',
    ],
  ] as const) {
    test(`${setting}: ${Object.values(env).join(' ').slice(0, 40)}`, () => {
      expect(() => read(env)).toThrow(line)
      expect(() => read(env)).toThrow(/^[^\n]+\.$/)
    })
  }

  test('the error for a wrong secret does not repeat its value', () => {
    for (const env of [
      { DATABASE_URL: 'secret://x' },
      { SECRET_KEY: 'secret' },
      { SECRET_KEY_PREVIOUS: 'secret'.repeat(9) },
      { ...ownDatabase, DATABASE_OWNER_URL: 'secret://x' },
      { SMTP_URL: 'secret', MAIL_FROM: 'a@b' },
    ]) {
      expect(() => read(env)).toThrow(/^(?!.*secret)/)
    }
  })
})

test('PUBLIC_URL is stored as an origin', () => {
  expect(read({ HOST: '0.0.0.0', PUBLIC_URL: 'https://Bank.example:443/' }).publicUrl).toBe(
    'https://bank.example',
  )
  expect(read({ PUBLIC_URL: 'http://[::1]:3000' }).publicUrl).toBe('http://[::1]:3000')
})

test('the demo is allowed with a PUBLIC_URL of a loopback host', () => {
  expect(read({ DEMO: 'on', PUBLIC_URL: 'http://localhost:3000' }).demo).toBe(true)
})

test('external services may use http on a loopback address only', () => {
  const mail = { MAIL_API_URL: 'http://127.0.0.1:8025/send', MAIL_API_KEY: 'm', MAIL_FROM: 'a@bank.example' }
  expect(read(mail).mail).toMatchObject({ by: 'api', url: 'http://127.0.0.1:8025/send' })
})

test('mail is sent by the provider, by SMTP, or stays in the outbox', () => {
  const from = { MAIL_FROM: '"First Penny" <bank@bank.example>' }
  expect(read({ ...from, MAIL_API_URL: 'https://mail.example/send', MAIL_API_KEY: 'm' }).mail).toEqual({
    by: 'api',
    sender: { name: 'First Penny', email: 'bank@bank.example' },
    url: 'https://mail.example/send',
    key: 'm',
  })
  expect(read({ ...from, SMTP_URL: 'smtps://u:p@mail.example' }).mail).toMatchObject({ by: 'smtp' })
  expect(read(from).mail).toEqual({ by: 'outbox' })
})

test('a sender without a name has the name of the bank', () => {
  const unnamed = { MAIL_FROM: 'bank@bank.example', SMTP_URL: 'smtps://u:p@mail.example' }
  const sender = { name: 'First Penny', email: 'bank@bank.example' }
  expect(read({ ...unnamed, BANK_NAME: 'First Penny' }).mail).toMatchObject({ sender })
})

test('the idle limit is never longer than the absolute limit', () => {
  expect(read({ SESSION_MINUTES_IDLE: '60', SESSION_MINUTES_ABSOLUTE: '30' }).sessionMinutesIdle).toBe(30)
})

describe('a secret in a file', () => {
  test('a secret in a file is read without the line end', () => {
    const file = join(dataDir, 'key')
    writeFileSync(file, `${key}\n`)
    expect(read({ SECRET_KEY_FILE: file }).secretKey).toBe(key)
  })

  test('the file of a secret must exist and have one line, and the setting must not be set as well', () => {
    const file = join(dataDir, 'key')
    expect(() => read({ SECRET_KEY_FILE: file })).toThrow(
      `SECRET_KEY_FILE names a file that cannot be read: ${file}.`,
    )
    writeFileSync(file, '\n')
    expect(() => read({ SECRET_KEY_FILE: file })).toThrow(`SECRET_KEY_FILE names an empty file: ${file}.`)
    writeFileSync(file, `${key}\n${key}\n`)
    expect(() => read({ SECRET_KEY_FILE: file })).toThrow(
      'SECRET_KEY_FILE must name a file with one line of text',
    )
    expect(() => read({ SECRET_KEY_FILE: file, SECRET_KEY: key })).toThrow('SECRET_KEY is set twice')
  })
})

describe('the bank’s own TLS', () => {
  const publicUrl = { PUBLIC_URL: 'https://bank.example', SECRET_KEY: key }
  const fileOf = (name: string, content: string) => {
    writeFileSync(join(dataDir, name), content)
    return join(dataDir, name)
  }
  const cert = () => ({ TLS_CERT_FILE: fileOf('cert', testCertificate.cert) })
  const certKey = () => ({ TLS_KEY_FILE: fileOf('key', testCertificate.key) })

  test('the bank reads a certificate and its key', () => {
    const { tls } = read({ ...publicUrl, ...cert(), ...certKey() })
    expect([tls!.cert, tls!.key]).toEqual([testCertificate.cert, testCertificate.key])
    expect(read(publicUrl).tls).toBeUndefined()
  })

  test.each([
    ['without its key', () => ({ ...publicUrl, ...cert() }), /^TLS_CERT_FILE and TLS_KEY_FILE must be set/],
    ['without an https address', () => ({ ...cert(), ...certKey() }), /^TLS_CERT_FILE needs PUBLIC_URL/],
    [
      'that is none',
      () => ({ ...publicUrl, TLS_CERT_FILE: fileOf('cert', 'none'), ...certKey() }),
      /^TLS_CERT_FILE and TLS_KEY_FILE must be a certificate [^\n]+$/,
    ],
    [
      'that is not there',
      () => ({ ...publicUrl, TLS_CERT_FILE: join(dataDir, 'nothing'), ...certKey() }),
      /^TLS_CERT_FILE names a file that cannot be read/,
    ],
  ])('refuses a certificate %s, in one line without the key', (_, env, line) => {
    const refusal = () => read(env())
    expect(refusal).toThrow(line)
    expect(refusal).not.toThrow(/PRIVATE KEY/)
  })
})

test('with a PUBLIC_URL the limits count loopback addresses too, unless RATE_LIMITS_LOOPBACK is off', () => {
  const env = { PUBLIC_URL: 'https://bank.example', SECRET_KEY: key }
  expect(read(env).rateLimitsLoopback).toBe(true)
  expect(read({ ...env, RATE_LIMITS_LOOPBACK: 'off' }).rateLimitsLoopback).toBe(false)
})

test('the metrics have their own port only with METRICS_PORT', () => {
  expect(read().metricsPort).toBeUndefined()
  expect(read({ METRICS_PORT: '9464' }).metricsPort).toBe(9464)
  expect(() => read({ METRICS_PORT: 'none' })).toThrow(/^METRICS_PORT [^\n]+$/)
})

test('backups are made daily and seven are kept, in a folder outside DATA_DIR, only with BACKUP_DIR', () => {
  expect(read().backups).toBeUndefined()
  expect(read({ BACKUP_DIR: '/backups' }).backups).toEqual({
    backupDir: '/backups',
    everyHours: 24,
    keepCount: 7,
    megabytesPerSecond: 80,
  })
  expect(() => read({ BACKUP_DIR: join(dataDir, 'backups') })).toThrow(
    'BACKUP_DIR must be outside DATA_DIR, best on another disk',
  )
  expect(() => read({ BACKUP_DIR: '/backups', ...ownDatabase })).toThrow(
    /^BACKUP_DIR is for the embedded database/,
  )
  expect(() => read({ BACKUP_RATE: '1001' })).toThrow(/^BACKUP_RATE [^\n]+ from 1 to 1000\.$/)
  expect(() => read({ BACKUP_DIR: '/backups', BACKUP_EVERY: '0' })).toThrow(/^BACKUP_EVERY [^\n]+$/)
})
