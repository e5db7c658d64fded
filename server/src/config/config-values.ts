import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { parseAmount } from '@bank/ledger/money'

export type Environment = Readonly<Record<string, string | undefined>>

export type Values = ReturnType<typeof valuesOf>

/** Readers of the environment's settings. Each throws a one-line error that names the setting. */
export function valuesOf(env: Environment) {
  /** Trimmed. An empty setting counts as absent, because compose files pass unset ones as empty. */
  function text(name: string): string | undefined {
    const value = env[name]?.trim()
    if (value === undefined || value === '') return undefined
    if (hasControlCharacter(value)) throw wrong(name, 'contains a control character')
    return value
  }

  /** A setting that `NAME_FILE` can read from a file instead, so that it appears in no process list. */
  function secret(name: string): string | undefined {
    const given = text(name)
    const file = text(`${name}_FILE`)
    if (file === undefined) return given
    if (given !== undefined) throw wrong(name, `is set twice, also as ${name}_FILE: keep one`)
    const content = readSecretFile(`${name}_FILE`, file)
    if (content === '') throw wrong(`${name}_FILE`, `names an empty file: ${file}`)
    if (hasControlCharacter(content))
      throw wrong(`${name}_FILE`, `must name a file with one line of text: ${file}`)
    return content
  }

  /** The text of the file that the setting names, such as a certificate. */
  function file(name: string): string | undefined {
    const path = text(name)
    return path === undefined ? undefined : readSecretFile(name, path)
  }

  function whole(name: string, range: { otherwise: number; min: number; max: number }): number {
    const value = text(name)
    if (value === undefined) return range.otherwise
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (number >= range.min && number <= range.max) return number
    throw wrong(name, `is "${value}": it must be a whole number from ${range.min} to ${range.max}`)
  }

  function choice<Choice extends string>(
    name: string,
    allowed: readonly Choice[],
    otherwise: Choice,
  ): Choice {
    const value = text(name)
    if (value === undefined) return otherwise
    const chosen = allowed.find((one) => one === value.toLowerCase())
    if (chosen !== undefined) return chosen
    throw wrong(name, `is "${value}": it must be ${allowed.join(' or ')}`)
  }

  function onOrOff(name: string, otherwise: boolean): boolean {
    return choice(name, ['on', 'off'], otherwise ? 'on' : 'off') === 'on'
  }

  /** An amount such as `250000.00`, in minor units. */
  function amountMinor(name: string, otherwise: string): bigint
  function amountMinor(name: string, otherwise: null): bigint | null
  function amountMinor(name: string, otherwise: string | null): bigint | null {
    const value = text(name) ?? otherwise
    if (value === null) return null
    const parsed = parseAmount(value)
    if ('minor' in parsed) return parsed.minor
    throw wrong(
      name,
      `is "${value}": it must be an amount above 0 with at most 2 decimals, such as 250000.00`,
    )
  }

  return { text, secret, file, whole, choice, onOrOff, amountMinor }
}

/** True for loopback addresses: 127.0.0.0/8, ::1 and localhost. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** A host name or an address without the brackets of IPv6. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '')
}

/** An http or https URL. The error does not repeat it, because it may contain a password. */
export function webAddress(name: string, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url !== undefined && (url.protocol === 'https:' || url.protocol === 'http:')) return url
  throw wrong(name, 'must be an address that starts with https:// or http://')
}

/** The same for an address to which secrets and users' data are sent: http is allowed for loopback hosts only. */
export function secureAddress(name: string, given: string): URL {
  const url = webAddress(name, given)
  if (url.protocol === 'https:' || isLoopback(hostOf(url.href))) return url
  throw wrong(name, 'must start with https:// unless its host is a loopback address')
}

/** The value itself, when it is an e-mail address, or absent. */
export function emailAddress<Value extends string | undefined>(name: string, value: Value): Value {
  if (value === undefined) return value
  if (/^[^\s@<>"]+@[^\s@<>"]+$/.test(value) && value.length <= 254) return value
  throw wrong(name, `is "${value}": it must be an email address`)
}

/** The error for a wrong setting: one line for the operator. */
export function wrong(name: string, problem: string): Error {
  return new Error(`${name} ${problem}.`)
}

/** The error for settings of which only some are set. */
export function allOrNone(...names: string[]): Error {
  return new Error(`${names.join(', ').replace(/, (?=[^,]*$)/, ' and ')} must be set together or not at all.`)
}

function readSecretFile(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw wrong(name, `names a file that cannot be read: ${file}`)
  }
}

function hasControlCharacter(value: string): boolean {
  return /\p{Cc}/u.test(value)
}
