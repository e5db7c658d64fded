import { isIP } from 'node:net'
import { relative, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { knownTimeZone } from '@bank/contract/bank-day'
import { isRealDay } from '@bank/contract/real-day'
import type { ExtraHolidays } from '@bank/contract/schedules/bank-holidays'
import { routingNumberWarning, swiftCodeWarning } from '@bank/contract/transfers/bank-codes'
import { type Currency, currencies } from '@bank/ledger/currency'
import { reasonOf } from '../reason-of.ts'
import {
  allOrNone,
  emailAddress,
  hostOf,
  isLoopback,
  secureAddress,
  type Values,
  webAddress,
  wrong,
} from './config-values.ts'

export type FirstAdministrator = {
  readonly email: string
  readonly password: string
  readonly passcode: string
}
/** A certificate and its key, in PEM. */
export type TlsSettings = { readonly cert: string; readonly key: string }
/** Whether a user has to set two-factor up before anything else. */
export type SecondFactorRule = 'required' | 'optional'
export type LogLevel = (typeof logLevels)[number]

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** True when lines of this level are written at the configured level. */
export function isLogged(level: LogLevel, set: LogLevel): boolean {
  return logLevels.indexOf(level) <= logLevels.indexOf(set) && set !== 'silent'
}

export function readHost(host: string): string {
  if (isIP(host) !== 0 || isHostName(host)) return host
  throw wrong('HOST', `is "${host}": it must be an address or a host name, such as 127.0.0.1`)
}

/**
 * The origin that users type. Over http a session cookie travels in clear text, so http is allowed for loopback hosts only, and
 * listening to other machines needs https, which a proxy may terminate.
 */
export function readPublicUrl(values: Values, host: string): string | undefined {
  const given = values.text('PUBLIC_URL')
  const url = given === undefined ? undefined : secureAddress('PUBLIC_URL', given)
  if (url !== undefined && (url.pathname !== '/' || url.search + url.hash + url.username !== '')) {
    throw wrong('PUBLIC_URL', 'must be scheme and host only, such as https://bank.example')
  }
  if (!isLoopback(host) && url?.protocol !== 'https:') {
    throw wrong(
      'HOST',
      `is "${host}", which others can reach: set PUBLIC_URL to the bank's https:// address too`,
    )
  }
  return url?.origin
}

/** Both files or none. Users then type https, so PUBLIC_URL must start with it. */
export function readTls(values: Values, publicUrl: string | undefined): TlsSettings | undefined {
  const cert = values.file('TLS_CERT_FILE')
  const key = values.file('TLS_KEY_FILE')
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) throw allOrNone('TLS_CERT_FILE', 'TLS_KEY_FILE')
  if (!publicUrl?.startsWith('https:')) {
    throw wrong('TLS_CERT_FILE', 'needs PUBLIC_URL too: the https:// address that users type')
  }
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw wrong(
      'TLS_CERT_FILE',
      `and TLS_KEY_FILE must be a certificate and its key in PEM: ${reasonOf(error)}`,
    )
  }
  return { cert, key }
}

export function readTrustProxy(list: string | undefined): string[] {
  const addresses = list?.split(',').map((address) => address.trim()) ?? []
  const bad = addresses.find((address) => !isAddressOrRange(address) && address !== 'loopback')
  if (bad !== undefined) {
    throw wrong(
      'TRUST_PROXY',
      `contains "${bad}": it must be a list of addresses such as 10.0.0.2, 10.1.0.0/16, loopback`,
    )
  }
  const wide = addresses.find(isWideRange)
  if (wide === undefined) return addresses
  throw wrong(
    'TRUST_PROXY',
    `contains "${wide}", a range that includes too many callers: name the proxies, or a range no wider than /8 (IPv6: /16)`,
  )
}

export function readMetricsPort({ text, whole }: Values): number | undefined {
  return text('METRICS_PORT') === undefined
    ? undefined
    : whole('METRICS_PORT', { otherwise: 0, min: 0, max: 65_535 })
}

/** Where backups of the embedded database are made while the bank runs, how often, and how fast at most. */
export type BackupSettings = {
  readonly backupDir: string
  readonly everyHours: number
  readonly keepCount: number
  readonly megabytesPerSecond: number
}

/** BACKUP_RATE: the most megabytes a second, 80. PostgreSQL takes no more than 1,073. */
export function readBackupRate({ whole }: Values): number {
  return whole('BACKUP_RATE', { otherwise: 80, min: 1, max: 1_000 })
}

/** BACKUP_DIR, BACKUP_EVERY, BACKUP_KEEP and BACKUP_RATE. They are for the embedded database, and outside its folder. */
export function readBackups(
  values: Values,
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
): BackupSettings | undefined {
  const { text, whole } = values
  const given = text('BACKUP_DIR')
  const everyHours = whole('BACKUP_EVERY', { otherwise: 24, min: 1, max: 8_760 })
  const keepCount = whole('BACKUP_KEEP', { otherwise: 7, min: 1, max: 1_000 })
  const megabytesPerSecond = readBackupRate(values)
  if (given === undefined) return undefined
  if (databaseUrl !== undefined) {
    throw wrong(
      'BACKUP_DIR',
      'is for the embedded database: back up the one of DATABASE_URL with its own tools',
    )
  }
  const backupDir = resolve(given)
  if (!relative(dataDir, backupDir).startsWith('..')) {
    throw wrong('BACKUP_DIR', 'must be outside DATA_DIR, best on another disk')
  }
  return { backupDir, everyHours, keepCount, megabytesPerSecond }
}

/** DATABASE_URL and DATABASE_OWNER_URL. The second needs the first. */
export function readDatabaseUrls(values: Values) {
  const databaseUrl = readDatabaseUrl('DATABASE_URL', values.secret('DATABASE_URL'))
  const databaseOwnerUrl = readDatabaseUrl('DATABASE_OWNER_URL', values.secret('DATABASE_OWNER_URL'))
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined) {
    throw wrong('DATABASE_OWNER_URL', 'has no effect without DATABASE_URL: set both, or neither')
  }
  return { databaseUrl, databaseOwnerUrl }
}

function readDatabaseUrl(name: string, url: string | undefined): string | undefined {
  if (url === undefined || (/^postgres(ql)?:\/\/\S+$/.test(url) && URL.canParse(url))) return url
  throw wrong(name, 'must look like postgresql://user:password@host:5432/database')
}

/** The sign-in page of a demo shows passwords, so DEMO is refused for a bank that others can reach. */
export function readDemo(
  values: Values,
  publicUrl: string | undefined,
  { otherwise }: { otherwise: boolean },
): boolean {
  const demo = values.onOrOff('DEMO', otherwise)
  if (!demo || publicUrl === undefined || isLoopback(hostOf(publicUrl))) return demo
  throw wrong('DEMO', 'is on and PUBLIC_URL is an address that others can reach: remove one of them')
}

/** A demo has no authenticator apps, and customers choose for themselves unless the bank decides otherwise. */
export function readSecondFactors(values: Values, demo: boolean) {
  const choices: readonly SecondFactorRule[] = ['required', 'optional']
  return {
    adminSecondFactor: values.choice('ADMIN_SECOND_FACTOR', choices, demo ? 'optional' : 'required'),
    customerSecondFactor: values.choice('CUSTOMER_SECOND_FACTOR', choices, 'optional'),
  }
}

/**
 * What the bank calls itself in a transfer. The defaults are no bank's: a SWIFT code whose eighth character is 0 is never in use, and
 * no routing number begins with 99. Only a demo has a bank code by default: no German one begins with 9.
 */
export function readOwnBank({ text }: Values, demo: boolean) {
  const bankName = text('BANK_NAME') ?? 'Truepenny'
  const bankAddress = text('BANK_ADDRESS') ?? '1 Assay Row, Pennyford'
  const bankSwift = text('BANK_SWIFT') ?? 'TRPNDEF0'
  const bankRouting = text('BANK_ROUTING') ?? '995550005'
  const bankCode = text('BANK_CODE') ?? (demo ? 'DE99555000' : undefined)
  if (bankName.length > 60) throw wrong('BANK_NAME', 'is too long: at most 60 characters')
  if (bankAddress.length > 200) throw wrong('BANK_ADDRESS', 'is too long: at most 200 characters')
  if (swiftCodeWarning(bankSwift) !== undefined) {
    throw wrong('BANK_SWIFT', `is "${bankSwift}": it must be a SWIFT code of 8 or 11 characters`)
  }
  if (bankRouting.length > 40 || (/^\d{9}$/.test(bankRouting) && routingNumberWarning(bankRouting))) {
    throw wrong(
      'BANK_ROUTING',
      `is "${bankRouting}": it must be a US routing number, or another code of at most 40 characters`,
    )
  }
  if (bankCode !== undefined && !/^(DE\d{8}|AT\d{5}|NL[A-Z]{4})$/.test(bankCode)) {
    throw wrong(
      'BANK_CODE',
      `is "${bankCode}": it must be DE and 8 digits, AT and 5 digits, or NL and 4 letters`,
    )
  }
  return { bankName, bankAddress, bankSwift, bankRouting, bankCode }
}

/** A path of the bank or the URL of another site. */
export function readPublicSiteUrl(values: Values): string {
  const given = values.text('PUBLIC_SITE_URL') ?? '/'
  return /^\/(?![/\\])/.test(given) || given === '/' ? given : webAddress('PUBLIC_SITE_URL', given).href
}

export function readTimeZone(name: string): string {
  const known = knownTimeZone(name)
  if (!known) throw wrong('TIME_ZONE', `is "${name}": it must be a time zone such as UTC or Europe/Berlin`)
  return known
}

/** In minutes since the beginning of a day; undefined for `off`. */
export function readCheckBooksAt(values: Values): number | undefined {
  const given = values.text('CHECK_BOOKS_AT') ?? '03:30'
  if (given.toLowerCase() === 'off') return undefined
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(given) ?? []
  if (hours === undefined)
    throw wrong('CHECK_BOOKS_AT', `is "${given}": it must be a time of day such as 03:30, or off`)
  return Number(hours) * 60 + Number(minutes)
}

export function readFirstAdministrator(values: Values, passwordMin: number): FirstAdministrator | undefined {
  const email = values.text('ADMIN_EMAIL')
  const password = values.secret('ADMIN_PASSWORD')
  const passcode = values.secret('ADMIN_PASSCODE')
  if (email === undefined && password === undefined && passcode === undefined) return undefined
  if (email === undefined || password === undefined || passcode === undefined) {
    throw allOrNone('ADMIN_EMAIL', 'ADMIN_PASSWORD', 'ADMIN_PASSCODE')
  }
  if (password.length < passwordMin || password.length > 128) {
    throw wrong('ADMIN_PASSWORD', `must have ${passwordMin} to 128 characters`)
  }
  if (passcode.length < 4 || passcode.length > 128)
    throw wrong('ADMIN_PASSCODE', 'must have 4 to 128 characters')
  return { email: emailAddress('ADMIN_EMAIL', email), password, passcode }
}

/** How long sessions and elevations last. The idle limit is never longer than the absolute one. */
export function readMinutes({ whole }: Values) {
  const day = 24 * 60
  const sessionMinutesAbsolute = whole('SESSION_MINUTES_ABSOLUTE', { otherwise: 480, min: 1, max: 30 * day })
  const elevationMinutesAbsolute = whole('ELEVATION_MINUTES_ABSOLUTE', { otherwise: 30, min: 1, max: day })
  return {
    sessionMinutesIdle: Math.min(
      whole('SESSION_MINUTES_IDLE', { otherwise: 15, min: 1, max: 30 * day }),
      sessionMinutesAbsolute,
    ),
    sessionMinutesAbsolute,
    elevationMinutesIdle: Math.min(
      whole('ELEVATION_MINUTES_IDLE', { otherwise: 10, min: 1, max: day }),
      elevationMinutesAbsolute,
    ),
    elevationMinutesAbsolute,
  }
}

/** EXTRA_HOLIDAYS: currencies with days, such as `GBP:2027-05-03, USD:2027-01-08`. */
export function readExtraHolidays(list: string | undefined): ExtraHolidays {
  const given = list?.split(',').map((each) => each.trim()) ?? []
  const days = given.map((each) => {
    const [currency, day = '', ...more] = each.split(':')
    const isKnown = currencies.some((known) => known === currency)
    if (isKnown && isRealDay(day) && more.length === 0) return { currency: currency as Currency, day }
    throw wrong(
      'EXTRA_HOLIDAYS',
      `contains "${each}": it must be a list such as GBP:2027-05-03, USD:2027-01-08`,
    )
  })
  const of = (wanted: Currency) => days.flatMap(({ currency, day }) => (currency === wanted ? [day] : []))
  return { USD: of('USD'), EUR: of('EUR'), GBP: of('GBP') }
}

function isWideRange(range: string): boolean {
  const [address = '', bits] = range.split('/')
  return bits !== undefined && Number(bits) < (isIP(address) === 4 ? 8 : 16)
}

function isHostName(host: string): boolean {
  return host.length <= 253 && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(host)
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** When staff are alerted. */
export type AlertSettings = {
  /** The age of the oldest pending transaction or waiting account. */
  readonly backlogHours: number
  /** The time since the last check of the books. */
  readonly booksHours: number
  /** The amount above which a funding is an alert, in minor units of any currency. */
  readonly fundingAboveMinor: bigint
  /** So many wrong PINs and passcodes in an hour. */
  readonly wrongSecrets: number
}

export function readAlerts({ whole, amountMinor }: Values): AlertSettings {
  return {
    // Two days: a weekend without staff is longer, and should be known.
    backlogHours: whole('ALERT_BACKLOG_HOURS', { otherwise: 48, min: 1, max: 8_760 }),
    // One nightly check may fail.
    booksHours: whole('ALERT_BOOKS_HOURS', { otherwise: 48, min: 1, max: 8_760 }),
    fundingAboveMinor: amountMinor('ALERT_FUNDING_ABOVE', '100000.00'),
    wrongSecrets: whole('ALERT_WRONG_SECRETS', { otherwise: 20, min: 1, max: 1_000_000 }),
  }
}

/** The most one funding may move, and above what it waits for a second person, which is never more. */
export function readFundingLimits({ amountMinor }: Values) {
  const fundingLimitMinor = amountMinor('FUNDING_LIMIT', '1000000.00')
  const aboveMinor = amountMinor('APPROVAL_ABOVE', '10000.00')
  return {
    fundingLimitMinor,
    approvalAboveMinor: aboveMinor < fundingLimitMinor ? aboveMinor : fundingLimitMinor,
  }
}
