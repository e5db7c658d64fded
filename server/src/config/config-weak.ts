import type { GatewaySettings } from './config-gateway.ts'
import { hostOf, isLoopback } from './config-rules.ts'
import type { MailSettings } from './config-services.ts'
import type { valuesOf } from './config-values.ts'

type Settings = {
  readonly publicUrl: string | undefined
  readonly trustProxy: readonly string[]
  readonly databaseUrl: string | undefined
  readonly databaseOwnerUrl: string | undefined
  readonly mail: MailSettings
  readonly gateway: GatewaySettings | undefined
  readonly adminSecondFactor: 'required' | 'optional'
}

/** A warning for each setting that works and is weak. The bank still starts, because the network may be private. */
export function weakSettings(values: ReturnType<typeof valuesOf>, settings: Settings): string[] {
  const { publicUrl, trustProxy, databaseUrl, mail } = settings
  const isKeyKept = databaseUrl === undefined && values.secret('SECRET_KEY') === undefined
  return [
    publicUrl !== undefined &&
      trustProxy.length === 0 &&
      'PUBLIC_URL is set and TRUST_PROXY is not: every caller counts as the proxy. Name the proxy in TRUST_PROXY.',
    publicUrl !== undefined &&
      isKeyKept &&
      'SECRET_KEY is kept in DATA_DIR beside the database it protects. Keep it elsewhere and name its file in SECRET_KEY_FILE.',
    ...(['databaseUrl', 'databaseOwnerUrl'] as const).map(
      (name) => isClearText(settings[name]) && clearTextWarnings[name],
    ),
    settings.gateway !== undefined &&
      settings.adminSecondFactor === 'required' &&
      'GATEWAY_PROJECT is set and ADMIN_SECOND_FACTOR is required: administrators cannot enter the passcode through /v1, which has no second factor.',
    mail.by === 'smtp' &&
      isTlsOptional(mail.url) &&
      'SMTP_URL has requireTLS=false: mail, and links to choose a password, may travel in clear text.',
  ]
    .filter((warning) => warning !== false)
    .map((warning) => `Warning: ${warning}`)
}

const clearText =
  'names another machine and no TLS: data to and from the database travels in clear text. Add ?sslmode=verify-full.'
const clearTextWarnings = {
  databaseUrl: `DATABASE_URL ${clearText}`,
  databaseOwnerUrl: `DATABASE_OWNER_URL ${clearText}`,
}

/** True for a PostgreSQL on another machine without TLS. A path as the host is a local socket. */
function isClearText(url: string | undefined): boolean {
  if (url === undefined) return false
  const { searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostOf(url))
  if (host === '' || host.startsWith('/') || isLoopback(host)) return false
  if (['true', '1'].includes(searchParams.get('ssl') ?? '')) return false
  return ['disable', null].includes(searchParams.get('sslmode'))
}

function isTlsOptional(url: string): boolean {
  const { protocol, searchParams } = new URL(url)
  return protocol === 'smtp:' && !isLoopback(hostOf(url)) && searchParams.get('requireTLS') === 'false'
}
