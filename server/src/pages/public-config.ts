import type { Config } from '../config/config.ts'

/** The settings that the screens need. They are public: every page contains them. */
export type PublicConfig = ReturnType<typeof publicConfigOf>

/** `build` is the id of the build of the screens. */
export function publicConfigOf(config: Config, build: string) {
  const { bankName, bankAddress, bankSwift, bankRouting, bankCode = '' } = config
  const { publicSiteUrl, timeZone, extraHolidays, supportEmail = '', ticker, demo } = config
  const { ageMin, sessionMinutesIdle, sessionMinutesAbsolute, releaseAfterMinutes } = config
  const mail = config.mail.by !== 'outbox'
  return {
    bankName,
    bankAddress,
    bankSwift,
    bankRouting,
    bankCode,
    publicSiteUrl,
    timeZone,
    extraHolidays,
    supportEmail,
    ticker,
    demo,
    mail,
    ageMin,
    sessionMinutesIdle,
    sessionMinutesAbsolute,
    releaseAfterMinutes,
    build,
  }
}
