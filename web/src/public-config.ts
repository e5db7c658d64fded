import type { PageStart } from '@bank/contract/pages'
import type { ExtraHolidays } from '@bank/contract/schedules/bank-holidays'

/** The settings of the bank that the screens need. */
export type PublicConfig = {
  readonly bankName: string
  /** What a transfer to a customer of this bank says of it, beside the name. */
  readonly bankAddress: string
  readonly bankSwift: string
  readonly bankRouting: string
  /** The bank's part of its IBANs; empty where its accounts have none. */
  readonly bankCode: string
  /** Where the logo leads. */
  readonly publicSiteUrl: string
  /** The bank's one time zone, an IANA name. */
  readonly timeZone: string
  /** Days on which a currency's payments are not settled, beside the usual holidays. */
  readonly extraHolidays: ExtraHolidays
  readonly supportEmail: string
  readonly ticker: boolean
  /** Whether the sign-in page offers the demo people. */
  readonly demo: boolean
  /** Whether the bank sends mail. */
  readonly mail: boolean
  /** The age in years from which a person can open an account. */
  readonly ageMin: number
  /** After how many minutes a session ends without activity, and with it. */
  readonly sessionMinutesIdle: number
  readonly sessionMinutesAbsolute: number
  /** For how many minutes the sender can take a transfer to another bank back. Its round-up waits for them. */
  readonly releaseAfterMinutes: number
  /** The build of the screens that this page is from. Empty under the development server. */
  readonly build: string
}

/** The server writes these into the page; under the development server they are the defaults below. */
export const publicConfig: PublicConfig = {
  bankName: 'Truepenny',
  bankAddress: '1 Assay Row, Pennyford',
  bankSwift: 'TRPNDEF0',
  bankRouting: '995550005',
  bankCode: 'DE99555000',
  publicSiteUrl: '/',
  timeZone: 'UTC',
  extraHolidays: { USD: [], EUR: [], GBP: [] },
  supportEmail: '',
  ticker: false,
  demo: true,
  mail: true,
  ageMin: 18,
  sessionMinutesIdle: 15,
  sessionMinutesAbsolute: 480,
  releaseAfterMinutes: 30,
  build: '',
  ...readMeta('bank'),
}

/**
 * How the server started this page (contract/src/pages.ts). On the server there is no document: without a session it renders the
 * page as for a visitor.
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
