import type { Config } from '../config/config.ts'

/** What the screens need to know about the bank that runs them. Anybody may read it: it stands in every page. */
export type PublicConfig = ReturnType<typeof publicConfigOf>

/** `build` names the build of the screens. */
export function publicConfigOf(config: Config, build: string) {
  const { bankName, publicSiteUrl, timeZone, supportEmail = '', ticker, demo } = config
  const mail = config.mail.by !== 'outbox'
  return { bankName, publicSiteUrl, timeZone, supportEmail, ticker, demo, mail, build }
}
