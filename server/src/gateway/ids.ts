import { timeOrderedId } from '@bank/contract/time-ordered-id'
import { hostedRefusal } from './hosted-refusal.ts'

// The clients make ids of 20 hexadecimal digits: 8 for the second, 5 for its milliseconds, 7 random ones. Such an id is stored
// inside a UUIDv7 (RFC 9562 §5.7) that no generator makes by chance: its 46 marked bits are fixed.
const versionAndMarker = '7ced'
const marker = 0xb4_73_ba_ebn
const randomBits = 28n
const variant = 0b10n << 62n

/** The UUID of an id that a client names, in either spelling; undefined for other text. */
export function findId(text: string): string | undefined {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase()
  const parts = /^([0-9a-f]{8})([0-9a-f]{5})([0-9a-f]{7})$/.exec(text)
  if (!parts) return undefined
  const [, seconds = '', milliseconds = '', random = ''] = parts
  if (Number.parseInt(milliseconds, 16) > 999) return undefined
  const time = Number.parseInt(seconds, 16) * 1_000 + Number.parseInt(milliseconds, 16)
  const high = time.toString(16).padStart(12, '0')
  const low = (variant | (marker << randomBits) | BigInt(`0x${random}`)).toString(16)
  return `${high.slice(0, 8)}-${high.slice(8)}-${versionAndMarker}-${low.slice(0, 4)}-${low.slice(4)}`
}

/** The id of a UUID as clients see it: 20 digits for one that a client made, the UUID itself for any other. */
export function writeId(uuid: string): string {
  const digits = uuid.replaceAll('-', '')
  if (digits.slice(12, 16) !== versionAndMarker) return uuid
  const time = Number.parseInt(digits.slice(0, 12), 16)
  const isMarked = BigInt(`0x${digits.slice(16)}`) >> randomBits === ((variant >> randomBits) | marker)
  if (!isMarked || time >= 2 ** 32 * 1_000) return uuid
  const seconds = Math.floor(time / 1_000)
    .toString(16)
    .padStart(8, '0')
  const milliseconds = (time % 1_000).toString(16).padStart(5, '0')
  return seconds + milliseconds + digits.slice(25)
}

const dayMilliseconds = 86_400_000

/**
 * The UUID for a new row, from the id that a client made: 20 digits, a UUID, or `unique()` for one of the bank's. Throws
 * `general_argument_invalid` for other text and for an id whose time is more than a day off: rows are stored by time.
 */
export function readNewId(name: string, value: unknown, now: Date): string {
  if (value === 'unique()') return timeOrderedId(now)
  const uuid = typeof value === 'string' ? findId(value) : undefined
  if (uuid !== undefined && isRecent(uuid, now)) return uuid
  const rule = 'Use ID.unique(), or a UUID whose time, if it has one, is that of today'
  throw hostedRefusal('general_argument_invalid', `Invalid \`${name}\` param: ${rule}`)
}

/** Only a UUIDv7 has a time. */
function isRecent(uuid: string, now: Date): boolean {
  if (uuid[14] !== '7') return true
  const time = Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)
  return Math.abs(time - now.getTime()) <= dayMilliseconds
}
