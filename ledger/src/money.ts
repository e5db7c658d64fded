/** The reason why a text is not an amount of money. */
export type AmountFault = 'missing' | 'not_digits' | 'too_many_decimals' | 'not_positive' | 'too_large'

export type ParsedAmount = { readonly minor: bigint } | { readonly fault: AmountFault }

/** Longer than any amount a 64-bit ledger can hold: refused before any arithmetic. */
const amountLengthMax = 20

/**
 * Reads a canonical amount such as `1250.00` into whole minor units (1250.00 is 125000n). Digits, and at most
 * one point followed by one or two digits; no sign, no spaces, no grouping, no exponent. More than zero.
 */
export function parseAmount(text: string): ParsedAmount {
  if (text === '') return { fault: 'missing' }
  if (text.length > amountLengthMax) return { fault: /^\d+(\.\d+)?$/.test(text) ? 'too_large' : 'not_digits' }
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) return { fault: 'not_digits' }
  const [, sign, whole = '', decimals = ''] = match
  if (sign === '-') return { fault: 'not_positive' }
  if (decimals.length > 2) return { fault: 'too_many_decimals' }
  const minor = BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'))
  if (minor === 0n) return { fault: 'not_positive' }
  return minor > int64Max ? { fault: 'too_large' } : { minor }
}

/** The largest balance or amount a ledger account can hold, in minor units: PostgreSQL's bigint. */
export const int64Max = 2n ** 63n - 1n

/** True when the value fits the database's bigint. */
export function fitsInt64(minor: bigint): boolean {
  return minor <= int64Max && minor >= -int64Max - 1n
}

/** The amount, or 0 for a negative one. */
export function notNegative(minor: bigint): bigint {
  return minor > 0n ? minor : 0n
}

/** Parses an output of `formatMinor` into whole minor units: `-0.05` is -5n. */
export function minorOf(decimal: string): bigint {
  return BigInt(decimal.replace('.', ''))
}

/** A balance as a decimal string, after this many minor units have been added or, below zero, taken out. */
export function balanceAfter(balance: string, changeMinor: bigint): bigint {
  return minorOf(balance) + changeMinor
}

/** What is missing to the next whole unit, in minor units: every currency of the bank has 100 in a whole one. */
export function missingToWhole(minor: bigint): bigint {
  return (100n - (minor % 100n)) % 100n
}

/** Whole minor units as a decimal string with two decimals and no grouping: 123450n is `1234.50`. */
export function formatMinor(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
