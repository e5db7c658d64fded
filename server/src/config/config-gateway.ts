import { hostOf, isLoopback, type Values, webAddress, wrong } from './config-values.ts'

/** The calls of the hosted backend under `/v1`, for a client that was written for it. */
export type GatewaySettings = {
  /** GATEWAY_PROJECT: the project id that clients name. */
  readonly project: string
  /** GATEWAY_ORIGINS and PUBLIC_URL: the origins of the pages that may call. */
  readonly origins: readonly string[]
  /** GATEWAY_COOKIES: `cross-site` when these pages are on another registrable domain than the bank. */
  readonly cookies: 'same-site' | 'cross-site'
  /** GATEWAY_SETTINGS_COLLECTION: the name of the collection that has the passcode. */
  readonly settingsCollection: string
}

/** Undefined without GATEWAY_PROJECT: the gateway is off. */
export function readGateway(values: Values, publicUrl: string | undefined): GatewaySettings | undefined {
  const project = values.text('GATEWAY_PROJECT')
  if (project === undefined) return undefined
  if (!isId(project)) throw wrong('GATEWAY_PROJECT', `is "${project}": ${idRule}`)
  const settingsCollection = values.text('GATEWAY_SETTINGS_COLLECTION') ?? 'settings'
  if (!isId(settingsCollection) || ['users', 'transactions'].includes(settingsCollection)) {
    throw wrong(
      'GATEWAY_SETTINGS_COLLECTION',
      `is "${settingsCollection}": ${idRule}, not users or transactions`,
    )
  }
  const cookies = values.choice('GATEWAY_COOKIES', ['same-site', 'cross-site'], 'same-site')
  if (cookies === 'cross-site' && !publicUrl?.startsWith('https:')) {
    throw wrong(
      'GATEWAY_COOKIES',
      'is cross-site, which browsers accept over https only: set an https PUBLIC_URL',
    )
  }
  const named = values.text('GATEWAY_ORIGINS')?.split(',').map(readOrigin) ?? []
  const origins = publicUrl === undefined ? named : [...named, publicUrl]
  return { project, origins: [...new Set(origins)], cookies, settingsCollection }
}

const idRule =
  'it must begin with a letter or a digit and have at most 36 letters, digits, dots, hyphens and underscores'

function isId(text: string): boolean {
  return /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,35}$/.test(text)
}

/** An exact origin. A page over http could be replaced on its way, so http is allowed for loopback hosts only. */
function readOrigin(text: string): string {
  const given = text.trim()
  if (given.includes('*')) throw wrong('GATEWAY_ORIGINS', 'has a *: name each origin exactly')
  const url = webAddress('GATEWAY_ORIGINS', given)
  if (url.pathname !== '/' || url.search + url.hash + url.username !== '') {
    throw wrong(
      'GATEWAY_ORIGINS',
      `has "${given}": it must be scheme and host only, such as https://app.example`,
    )
  }
  if (url.protocol === 'https:' || isLoopback(hostOf(url.href))) return url.origin
  throw wrong(
    'GATEWAY_ORIGINS',
    `has "${given}": it must start with https:// unless its host is a loopback address`,
  )
}
