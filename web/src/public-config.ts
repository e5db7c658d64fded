/** What the screens need to know about the bank that runs them. */
export type Settings = {
  readonly bankName: string
  /** Where the logo leads. */
  readonly publicSiteUrl: string
  /** The bank's one time zone, an IANA name. */
  readonly timeZone: string
  readonly supportEmail: string
  readonly ticker: boolean
  /** Whether people to try the bank with may be offered. */
  readonly demo: boolean
  /** Whether mail leaves the bank. */
  readonly mail: boolean
}

/** The server writes these into the page; under the development server they are the defaults below. */
export const settings: Settings = {
  bankName: 'Truepenny',
  publicSiteUrl: '/',
  timeZone: 'UTC',
  supportEmail: '',
  ticker: false,
  demo: true,
  mail: true,
  ...readMeta('bank'),
}

/** Whether the page came with its first view drawn by the build: it shows what a visitor sees, while it is still being asked who is here. */
export const isDrawnAhead = !globalThis.document || metaContent('drawn') === 'ahead'

/** Whether the page came with its first view drawn, by the build or by the server, which then knew who is here. */
export const isDrawn = isDrawnAhead || metaContent('drawn') === 'now'

/** The nonce of this response's Content-Security-Policy, for the few style elements a library makes. */
export const styleNonce = metaContent('csp-nonce')

function readMeta(name: string): Partial<Settings> {
  try {
    return JSON.parse(metaContent(name) ?? '{}') as Partial<Settings>
  } catch {
    // Still the placeholder: nobody filled the page.
    return {}
  }
}

function metaContent(name: string): string | undefined {
  return globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}
