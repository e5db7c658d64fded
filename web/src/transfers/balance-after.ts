import { canonicalAmount } from '@bank/contract/rules/amount'
import { formatMinor, parseAmount } from '@bank/ledger/money'
import { minorOf } from './transfer-fields.ts'

/**
 * What is left of a balance once an amount as typed has been sent, as decimal strings: `after`, or `short` by how much
 * it is not enough. Undefined while there is no amount to read.
 */
export function balanceAfter(
  balance: string,
  typed: string,
): { after: string } | { short: string } | undefined {
  const parsed = parseAmount(canonicalAmount(typed))
  if ('fault' in parsed) return undefined
  const after = minorOf(balance) - parsed.minor
  return after < 0n ? { short: formatMinor(-after) } : { after: formatMinor(after) }
}
