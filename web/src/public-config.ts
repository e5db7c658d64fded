import type { PageStart } from '@bank/contract/pages'

/** What the screens need to know about the bank that runs them. */
export type PublicConfig = {
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
  /** The build of the screens that this page is from. Empty under the development server. */
  readonly build: string
}

/** The server writes these into the page; under the development server they are the defaults below. */
export const publicConfig: PublicConfig = {
  bankName: 'Truepenny',
  publicSiteUrl: '/',
  timeZone: 'UTC',
  supportEmail: '',
  ticker: false,
  demo: true,
  mail: true,
  build: '',
  ...readMeta('bank'),
}

/**
 * What the answer to this page's address held (contract/src/pages.ts). Where the server renders a page, there is no document: what
 * it does not know about the session, it renders as for a visitor.
 */
export const pageStart: PageStart = globalThis.document ? startOfDocument() : 'prerendered'

/** The nonce of this response's Content-Security-Policy, for the few style elements a library makes. */
export const styleNonce = metaContent('csp-nonce')

function startOfDocument(): PageStart {
  const start = metaContent('page-start')
  return start === 'prerendered' || start === 'server-rendered' ? start : 'shell'
}

function readMeta(name: string): Partial<PublicConfig> {
  try {
    return JSON.parse(metaContent(name) ?? '{}') as Partial<PublicConfig>
  } catch {
    // Still the placeholder: the page comes from the development server.
    return {}
  }
}

function metaContent(name: string): string | undefined {
  return globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}
