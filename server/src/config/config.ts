import { resolve } from 'node:path'
import type { ExtraHolidays } from '@bank/contract/schedules/bank-holidays'
import { type GatewaySettings, readGateway } from './config-gateway.ts'
import { readSecretKeys } from './config-keys.ts'
import * as rules from './config-rules.ts'
import * as services from './config-services.ts'
import { readTelemetry, type TelemetrySettings } from './config-telemetry.ts'
import { type Environment, emailAddress, isLoopback, valuesOf } from './config-values.ts'

/** Every setting of the bank, read once at the start. `docs/settings.md` lists them for operators. */
export type Config = {
  /** HOST: the address to listen on, 127.0.0.1. One that other machines can reach needs an https PUBLIC_URL. */
  readonly host: string
  /** PORT: 3000. With 0 the system chooses a free one, which the Ready line shows. */
  readonly port: number
  /** PUBLIC_URL: the origin that users type, such as `https://bank.example`, without a slash at the end. */
  readonly publicUrl: string | undefined
  /** TRUST_PROXY: the addresses of the bank's proxies, whose forwarding headers count. */
  readonly trustProxy: readonly string[]
  /** TLS_CERT_FILE and TLS_KEY_FILE: the bank's own TLS, where the proxy runs on another machine. */
  readonly tls: rules.TlsSettings | undefined
  /** METRICS_PORT: where `/metrics` is served, to this machine alone. Absent: at `port` without `publicUrl`, else nowhere. */
  readonly metricsPort: number | undefined
  /** DATABASE_URL: the bank's own PostgreSQL. Absent: the embedded one in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** DATABASE_OWNER_URL: the same database as the owner of its tables, for migrations. Absent: DATABASE_URL. */
  readonly databaseOwnerUrl: string | undefined
  /** DATA_DIR: `data` beside the program. Always an absolute path. */
  readonly dataDir: string
  /** BACKUP_DIR, BACKUP_EVERY, BACKUP_KEEP and BACKUP_RATE. Absent: no backups are made while the bank runs. */
  readonly backups: rules.BackupSettings | undefined
  /** DEMO: Alice, Bruno and Clara with some history, offered on the sign-in page. */
  readonly demo: boolean
  /** BANK_NAME: the name people see. A transfer whose bank name is this one stays inside the bank. */
  readonly bankName: string
  /** BANK_ADDRESS, BANK_SWIFT and BANK_ROUTING: what a payer writes into the form beside the name, invented by default. */
  readonly bankAddress: string
  readonly bankSwift: string
  readonly bankRouting: string
  /** BANK_CODE: the country and the bank's part of the IBANs of its accounts in euros. Absent: they have no IBAN. */
  readonly bankCode: string | undefined
  /** PUBLIC_SITE_URL: where the logo leads, `/`. */
  readonly publicSiteUrl: string
  /** TIME_ZONE: the bank's day, UTC. An IANA name. */
  readonly timeZone: string
  /** EXTRA_HOLIDAYS: days such as GBP:2027-05-03 on which a currency's payments are not settled, beside the usual holidays. */
  readonly extraHolidays: ExtraHolidays
  /** SUPPORT_EMAIL: shown on the support page, on statements and on receipts. */
  readonly supportEmail: string | undefined
  /** OPERATOR_EMAIL: gets a mail when the daily check finds wrong books, and when a fault begins or has ended. */
  readonly operatorEmail: string | undefined
  /** CHECK_BOOKS_AT: when the books are checked, 03:30, in minutes since the beginning of the bank's day; undefined for `off`. */
  readonly checkBooksAt: number | undefined
  /** SECRET_KEY: at least 32 bytes, kept outside the database. Made and kept in `dataDir` when embedded. */
  readonly secretKey: string
  /** SECRET_KEY_PREVIOUS: the key before the last replacement. What depends on it is accepted, and then stored under SECRET_KEY. */
  readonly secretKeyPrevious: string | undefined
  /** BREACHED_PASSWORDS_FILE: SHA-1 hashes of passwords from data breaches, sorted. Absent: none are known. */
  readonly breachedPasswordsFile: string | undefined
  /** ADMIN_EMAIL, ADMIN_PASSWORD and ADMIN_PASSCODE: the first administrator, created at the first start only. */
  readonly firstAdministrator: rules.FirstAdministrator | undefined
  /** ADMIN_SECOND_FACTOR: whether administrators must set two-factor up before anything else; required, optional in demo mode. */
  readonly adminSecondFactor: rules.SecondFactorRule
  /** CUSTOMER_SECOND_FACTOR: the same of every user, optional. */
  readonly customerSecondFactor: rules.SecondFactorRule
  /** MAIL_API_URL and MAIL_API_KEY, or SMTP_URL, or neither: then mail stays in the outbox. */
  readonly mail: services.MailSettings
  /** IMAGE_HOST_URL, IMAGE_HOST_KEY and IMAGE_HOST_ORIGIN. Absent: the bank stores pictures itself. */
  readonly imageHost: services.ImageHost | undefined
  /** GATEWAY_PROJECT and the settings beside it. Absent: `/v1` does not exist. */
  readonly gateway: GatewaySettings | undefined
  /** TICKER: whether the dashboard shows the market ticker, on. */
  readonly ticker: boolean
  /** LOG_LEVEL: warn, so that the Ready line is easy to find. */
  readonly logLevel: rules.LogLevel
  /** OTEL_EXPORTER_OTLP_ENDPOINT and the settings beside it. Absent: no traces or metrics are exported. */
  readonly telemetry: TelemetrySettings | undefined
  /** PASSWORD_MIN: characters, 8 as specified. */
  readonly passwordMin: number
  /** AGE_MIN: years, 18. The age from which a person can open an account; 0 sets no limit. */
  readonly ageMin: number
  /** SESSION_MINUTES_IDLE: 15, long enough to read a statement, short enough for a library computer. */
  readonly sessionMinutesIdle: number
  /** SESSION_MINUTES_ABSOLUTE: 480, a working day. */
  readonly sessionMinutesAbsolute: number
  /** ELEVATION_MINUTES_IDLE: how long an elevation lasts without use, 10. */
  readonly elevationMinutesIdle: number
  /** ELEVATION_MINUTES_ABSOLUTE: how long an elevation lasts at most, 30. */
  readonly elevationMinutesAbsolute: number
  /** TRANSFER_LIMIT: the most a customer can send at once, 250000.00, in minor units of any currency. */
  readonly transferLimitMinor: bigint
  /** DAY_LIMIT, MONTH_LIMIT: the most that a customer can send in a day or month, in minor units of each currency; null: no limit. */
  readonly dayLimitMinor: bigint | null
  readonly monthLimitMinor: bigint | null
  /**
   * NEW_BENEFICIARY_LIMIT: the most that a customer can send to all beneficiaries together that they first paid less than 24 hours
   * ago, in minor units of each currency; null: no limit.
   */
  readonly newBeneficiaryLimitMinor: bigint | null
  /** PIN_RECOVERY_LIMIT: the most a customer can send in the 24 hours after a recovered PIN, 500.00, in minor units of each currency. */
  readonly pinRecoveryLimitMinor: bigint
  /** RELEASE_AFTER: how long the sender of a transfer to another bank can take it back, 30, in minutes; 0: not at all. */
  readonly releaseAfterMinutes: number
  /** ACCOUNTS_MAX: the most accounts of one customer, 20. */
  readonly accountsMax: number
  /** ANSWER_WITHIN: in how many days of the bank it answers a message, 2. */
  readonly answerWithinDays: number
  /** FUNDING_LIMIT: the most an administrator can fund at once, 1000000.00, in minor units of any currency. */
  readonly fundingLimitMinor: bigint
  /**
   * APPROVAL_ABOVE: above it a funding, a taking back and a status that takes money back wait for a second person, 10000.00, in
   * minor units of any currency; at most FUNDING_LIMIT.
   */
  readonly approvalAboveMinor: bigint
  /** DISPUTE_WITHIN: in how many days the bank decides a dispute, 10. */
  readonly disputeWithinDays: number
  /** ALERT_BACKLOG_HOURS, ALERT_BOOKS_HOURS, ALERT_FUNDING_ABOVE and ALERT_WRONG_SECRETS: when staff are alerted. */
  readonly alerts: rules.AlertSettings
  /** RATE_LIMITS: on. */
  readonly rateLimits: boolean
  /**
   * RATE_LIMITS_LOOPBACK: whether limits by address count requests from this machine. On with a PUBLIC_URL, because a proxy on
   * this machine may forward all callers; otherwise off, so that a demo does not lock itself out.
   */
  readonly rateLimitsLoopback: boolean
}

/**
 * Reads every setting from the environment. Throws a one-line error that names the wrong setting, its problem and what is
 * allowed. With the embedded database and without SECRET_KEY, creates `dataDir` and stores a random key in it.
 */
export function readConfig(env: Environment): Config {
  const values = valuesOf(env)
  const { text, whole, onOrOff } = values
  const host = rules.readHost(text('HOST') ?? '127.0.0.1')
  const publicUrl = rules.readPublicUrl(values, host)
  const { databaseUrl, databaseOwnerUrl, dataDir } = readDatabaseSettings(env)
  const passwordMin = whole('PASSWORD_MIN', { otherwise: 8, min: 8, max: 64 })
  // A bank that others can reach never shows passwords on its sign-in page unless it is asked to.
  const demo = rules.readDemo(values, publicUrl, {
    otherwise: databaseUrl === undefined && publicUrl === undefined && isLoopback(host),
  })
  const ownBank = rules.readOwnBank(values, demo)
  return {
    host,
    port: whole('PORT', { otherwise: 3000, min: 0, max: 65_535 }),
    publicUrl,
    tls: rules.readTls(values, publicUrl),
    metricsPort: rules.readMetricsPort(values),
    trustProxy: rules.readTrustProxy(text('TRUST_PROXY')),
    databaseUrl,
    databaseOwnerUrl,
    dataDir,
    backups: rules.readBackups(values, { databaseUrl, dataDir }),
    demo,
    ...ownBank,
    publicSiteUrl: rules.readPublicSiteUrl(values),
    timeZone: rules.readTimeZone(text('TIME_ZONE') ?? 'UTC'),
    extraHolidays: rules.readExtraHolidays(text('EXTRA_HOLIDAYS')),
    supportEmail: emailAddress('SUPPORT_EMAIL', text('SUPPORT_EMAIL')),
    operatorEmail: emailAddress('OPERATOR_EMAIL', text('OPERATOR_EMAIL')),
    checkBooksAt: rules.readCheckBooksAt(values),
    firstAdministrator: rules.readFirstAdministrator(values, passwordMin),
    ...rules.readSecondFactors(values, demo),
    mail: services.readMail(values, ownBank.bankName),
    imageHost: services.readImageHost(values),
    gateway: readGateway(values, publicUrl),
    ticker: onOrOff('TICKER', true),
    logLevel: values.choice('LOG_LEVEL', rules.logLevels, 'warn'),
    telemetry: readTelemetry(values),
    passwordMin,
    ageMin: whole('AGE_MIN', { otherwise: 18, min: 0, max: 120 }),
    breachedPasswordsFile: text('BREACHED_PASSWORDS_FILE'),
    ...rules.readMinutes(values),
    transferLimitMinor: values.amountMinor('TRANSFER_LIMIT', '250000.00'),
    dayLimitMinor: values.amountMinor('DAY_LIMIT', null),
    monthLimitMinor: values.amountMinor('MONTH_LIMIT', null),
    newBeneficiaryLimitMinor: values.amountMinor('NEW_BENEFICIARY_LIMIT', null),
    pinRecoveryLimitMinor: values.amountMinor('PIN_RECOVERY_LIMIT', '500.00'),
    releaseAfterMinutes: whole('RELEASE_AFTER', { otherwise: 30, min: 0, max: 1_440 }),
    accountsMax: whole('ACCOUNTS_MAX', { otherwise: 20, min: 1, max: 100 }),
    answerWithinDays: whole('ANSWER_WITHIN', { otherwise: 2, min: 1, max: 60 }),
    ...rules.readFundingLimits(values),
    disputeWithinDays: whole('DISPUTE_WITHIN', { otherwise: 10, min: 1, max: 120 }),
    alerts: rules.readAlerts(values),
    rateLimits: onOrOff('RATE_LIMITS', true),
    rateLimitsLoopback: onOrOff('RATE_LIMITS_LOOPBACK', publicUrl !== undefined),
    // Last, because it may write: a start that another setting stops leaves no trace.
    ...readSecretKeys(values, databaseUrl === undefined ? dataDir : undefined),
  }
}

export type DatabaseSettings = Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'>

/** Where the bank's database is: for commands that need no secret and must not make one. */
export function readDatabaseSettings(env: Environment): DatabaseSettings {
  const values = valuesOf(env)
  return {
    ...rules.readDatabaseUrls(values),
    dataDir: resolve(values.text('DATA_DIR') ?? resolve(import.meta.dirname, '../../../data')),
  }
}

/** The certificate and the key of a bank with TLS of its own, from their files as they are now. */
export function readTlsAgain(env: Environment, { publicUrl }: Pick<Config, 'publicUrl'>): rules.TlsSettings {
  return rules.readTls(valuesOf(env), publicUrl)!
}

/** BACKUP_RATE, for a backup by a command: megabytes a second. */
export function readBackupRate(env: Environment): number {
  return rules.readBackupRate(valuesOf(env))
}
