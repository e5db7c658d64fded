import type { Config } from '../config/config.ts'

/** What the screens need to know about the bank that runs them. Anybody may read it: it stands in every page. */
export type PublicConfig = ReturnType<typeof publicConfigOf>

export function publicConfigOf(config: Config) {
  const { bankName, publicSiteUrl, timeZone, supportEmail = '', ticker, demo } = config
  return { bankName, publicSiteUrl, timeZone, supportEmail, ticker, demo, mail: config.mail.by !== 'outbox' }
}
