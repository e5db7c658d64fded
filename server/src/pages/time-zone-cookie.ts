import { knownTimeZone } from '@bank/contract/bank-day'
import { timeZoneCookie } from '@bank/contract/pages'
import { parseCookie } from 'cookie'
import type { Config } from '../config/config.ts'

/** The time zone that the browser states in its cookie; the bank's where it states none that exists. */
export function readerZone(
  cookies: string | undefined,
  { publicUrl, timeZone }: Pick<Config, 'publicUrl' | 'timeZone'>,
): string {
  const name = timeZoneCookie(publicUrl?.startsWith('https:') ?? false)
  return knownTimeZone(parseCookie(cookies ?? '')[name] ?? '') ?? timeZone
}
