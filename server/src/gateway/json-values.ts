import { hostedRefusal } from './hosted-refusal.ts'

// The hosted backend's documents have amounts as JSON numbers, in major units. A double has 15 exact decimal digits.
const exactMinorMax = 999_999_999_999_999n

/** An amount in minor units as the JSON number in major units: 200.5 for 20050n. Throws beyond the exact range, never rounds. */
export function numberOf(minor: bigint): number {
  const isExact = minor <= exactMinorMax && minor >= -exactMinorMax
  if (!isExact) throw new Error('An amount has more digits than a JSON number has exactly')
  return Number(minor) / 100
}

/** The canonical text of an amount that a client sent as a JSON number, such as `40.50`; undefined unless it has at most two decimals. */
export function amountText(value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined
  const text = String(value)
  return /^-?\d+(\.\d{1,2})?$/.test(text) ? text : undefined
}

/**
 * A balance that a browser added up, in minor units. Throws `document_invalid_structure` unless the number is in the exact
 * range and off by no more than the sum of two doubles can be.
 */
export function minorOfSum(name: string, value: unknown): bigint {
  const minor = typeof value === 'number' ? Math.round(value * 100) : Number.NaN
  if (Math.abs(minor) <= Number(exactMinorMax) && isNearly(value as number, minor / 100)) return BigInt(minor)
  const rule = 'must be an amount of money with at most 2 decimals'
  throw hostedRefusal('document_invalid_structure', `Invalid document structure: Attribute "${name}" ${rule}`)
}

/** True for numbers that differ by at most a millionth, or by two units of the larger one's last binary place. */
function isNearly(sum: number, exact: number): boolean {
  return Math.abs(sum - exact) <= Math.max(1e-6, Math.abs(sum) * 2 ** -51)
}

/** A moment as the hosted backend writes it: with an offset, never `Z`. */
export function momentOf(moment: Date): string {
  return moment.toISOString().replace('Z', '+00:00')
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)
}
