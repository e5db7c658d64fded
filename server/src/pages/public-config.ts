import type { Config } from '../config/config.ts'

/** What the screens need to know about the bank that runs them. */
export type BankForScreens = ReturnType<typeof bankForScreens>

/** Nothing that everybody may not know: it stands in every page. */
export function bankForScreens(config: Config) {
  const { bankName, publicSiteUrl, timeZone, supportEmail = '', ticker, demo } = config
  return { bankName, publicSiteUrl, timeZone, supportEmail, ticker, demo, mail: config.mail.by !== 'outbox' }
}
