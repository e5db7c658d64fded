import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'
import { escapeHtml } from '../mail/html.ts'

/** The page every path of the web app begins with, filled in for this bank. */
export type Page = {
  /** With a nonce that is good for one answer. */
  readonly withNonce: (nonce: string) => string
  /** Base64 SHA-256 of each script that stands in the page itself. */
  readonly scriptHashes: readonly string[]
}

/** Fills the built page: the bank's name, and what the screens need to know about the bank. */
export function fillPage(built: string, config: Config): Page {
  const { bankName, publicSiteUrl, timeZone, supportEmail = '', ticker, demo } = config
  const mail = config.mail.by !== 'outbox'
  const settings = JSON.stringify({ bankName, publicSiteUrl, timeZone, supportEmail, ticker, demo, mail })
  // A function as the replacement: in a text, `$&` in a bank's name would mean something.
  const filled = built
    .replaceAll('\r\n', '\n')
    .replaceAll('__BANK_NAME__', () => escapeHtml(bankName))
    .replaceAll('__BANK_SETTINGS__', () => escapeHtml(settings))
  const parts = filled.split('__CSP_NONCE__')
  return {
    withNonce: (nonce) => parts.join(nonce),
    scriptHashes: [...filled.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) =>
      createHash('sha256').update(script).digest('base64'),
    ),
  }
}
