import { canonicalAmount } from '@bank/contract/typed-amount'
import { parseAmount } from '@bank/ledger/money'

/** Amounts in minor units, both ends included, and the side that a sign asks for. */
export type SearchedAmounts = {
  readonly least: bigint
  readonly most: bigint
  readonly side: 'debit' | 'credit' | undefined
}

/**
 * The amounts that a search text means, in the notations of the transfer form, with or without a currency sign and the sign of a list:
 * `980` is 980.00 to 980.99, `980.5` is 980.50 to 980.59, `-$1,250.00` is a debit of exactly 1250.00. Undefined for other texts.
 */
export function searchedAmounts(text: string): SearchedAmounts | undefined {
  const [, sign = '', typed = ''] = /^\s*([-+−]?)\s*[$€£]?\s*(\d.*)$/.exec(text) ?? []
  const canonical = canonicalAmount(typed).replace(/\.$/, '')
  const decimals = canonical.split('.')[1]?.length ?? 0
  const least = parseAmount(canonical)
  const most = parseAmount(`${canonical}${decimals === 0 ? '.' : ''}${'9'.repeat(Math.max(0, 2 - decimals))}`)
  if (!('minor' in most)) return undefined
  return {
    least: 'minor' in least ? least.minor : 0n,
    most: most.minor,
    side: sign === '' ? undefined : sign === '+' ? 'credit' : 'debit',
  }
}
