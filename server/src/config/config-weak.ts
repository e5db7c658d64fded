import type { Config } from './config.ts'
import type { MailSettings } from './config-services.ts'
import { type Environment, hostOf, isLoopback, valuesOf } from './config-values.ts'

/** A warning for each setting that works and is weak. The bank still starts, because the network may be private. */
export function weakSettings(env: Environment, settings: Config): string[] {
  const { secret, text } = valuesOf(env)
  const isKeyKept = settings.databaseUrl === undefined && secret('SECRET_KEY') === undefined
  const ownBank = ['BANK_ADDRESS', 'BANK_SWIFT', 'BANK_ROUTING']
  const isBankInvented = ownBank.some((name) => text(name) === undefined)
  return [
    ...publicBankWarnings(settings, { isKeyKept, isBankInvented }),
    ...(['databaseUrl', 'databaseOwnerUrl'] as const).map((name) => databaseWarning(name, settings[name])),
    ...mailWarnings(settings.mail),
    settings.telemetry !== undefined &&
      isRemoteClearText(settings.telemetry.endpoint) &&
      'OTEL_EXPORTER_OTLP_ENDPOINT is http on another machine: traces and metrics travel in clear text. Use https.',
    settings.gateway !== undefined &&
      settings.adminSecondFactor === 'required' &&
      'GATEWAY_PROJECT is set and ADMIN_SECOND_FACTOR is required: administrators cannot sign in through /v1, which has no second factor.',
    settings.gateway !== undefined &&
      settings.customerSecondFactor === 'required' &&
      'GATEWAY_PROJECT is set and CUSTOMER_SECOND_FACTOR is required: no one can sign in through /v1, which has no second factor.',
  ]
    .filter((warning) => warning !== false)
    .map((warning) => `Warning: ${warning}`)
}

function publicBankWarnings(
  { host, publicUrl, tls, trustProxy, rateLimits, adminSecondFactor }: Config,
  { isKeyKept, isBankInvented }: { isKeyKept: boolean; isBankInvented: boolean },
) {
  if (publicUrl === undefined) return []
  const isPublic = !isLoopback(hostOf(publicUrl))
  return [
    trustProxy.length === 0 &&
      'PUBLIC_URL is set and TRUST_PROXY is not: every caller counts as the proxy. Name the proxy in TRUST_PROXY.',
    isKeyKept &&
      'SECRET_KEY is kept in DATA_DIR beside the database it protects. Keep it elsewhere and name its file in SECRET_KEY_FILE.',
    !isLoopback(host) &&
      tls === undefined &&
      `HOST is ${host} and TLS_CERT_FILE is not set: passwords and cookies travel in clear text between the proxy and the bank. Set TLS_CERT_FILE and TLS_KEY_FILE.`,
    isPublic &&
      !rateLimits &&
      'RATE_LIMITS is off and PUBLIC_URL is set: nothing limits how often a caller tries passwords and codes. Set it to on.',
    isPublic &&
      isBankInvented &&
      'PUBLIC_URL is set and BANK_ADDRESS, BANK_SWIFT and BANK_ROUTING are not: customers see the invented ones of the demo. Set all three.',
    isPublic &&
      adminSecondFactor === 'optional' &&
      'ADMIN_SECOND_FACTOR is optional and PUBLIC_URL is set: a password and the passcode are enough to administer the bank. Set it to required.',
  ]
}

const databaseSettings = { databaseUrl: 'DATABASE_URL', databaseOwnerUrl: 'DATABASE_OWNER_URL' }
const databaseFaults = {
  none: 'names another machine and no TLS: data to and from the database travels in clear text.',
  unverified:
    'does not verify the certificate of another machine: a machine between them can read and change all data.',
}

function databaseWarning(name: keyof typeof databaseSettings, url: string | undefined) {
  const tls = url === undefined ? 'verified' : databaseTls(url)
  return tls !== 'verified' && `${databaseSettings[name]} ${databaseFaults[tls]} Add ?sslmode=verify-full.`
}

/**
 * How `pg` protects the connection to this address; `verified` also where none is needed, on this machine. A path as the host is a
 * local socket. Of a parameter that is given twice, `pg` takes the last.
 */
function databaseTls(url: string): 'none' | 'unverified' | 'verified' {
  const { searchParams } = new URL(url)
  const last = (name: string) => searchParams.getAll(name).at(-1) || undefined
  const host = last('host') ?? decodeURIComponent(hostOf(url))
  if (host === '' || host.startsWith('/') || isLoopback(host)) return 'verified'
  const mode = last('sslmode')
  if (mode === undefined && !['sslcert', 'sslkey', 'sslrootcert'].some(last))
    return tlsWithoutMode(last('ssl'))
  if (mode === 'disable') return 'none'
  const isLax = last('uselibpqcompat') === 'true' && mode !== 'verify-full'
  return isLax || mode === 'no-verify' ? 'unverified' : 'verified'
}

function tlsWithoutMode(ssl: string | undefined): 'none' | 'unverified' | 'verified' {
  if (ssl === 'no-verify') return 'unverified'
  return ssl === 'true' || ssl === '1' ? 'verified' : 'none'
}

function mailWarnings(mail: MailSettings) {
  if (mail.by !== 'smtp' || isLoopback(hostOf(mail.url))) return []
  const { protocol, searchParams } = new URL(mail.url)
  // The mailer takes what is a number for one, and a 0 or nothing for false.
  const requireTls = searchParams.get('requireTLS')
  return [
    protocol === 'smtp:' &&
      requireTls !== null &&
      (requireTls === 'false' || Number(requireTls) === 0) &&
      `SMTP_URL has requireTLS=${requireTls}: mail, and links to choose a password, may travel in clear text.`,
    searchParams.get('tls.rejectUnauthorized') === 'false' &&
      'SMTP_URL has tls.rejectUnauthorized=false: a machine between the bank and the mail server can read mail, and links to choose a password.',
  ]
}

function isRemoteClearText(url: string): boolean {
  return url.startsWith('http:') && !isLoopback(hostOf(url))
}
