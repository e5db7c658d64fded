import { type AmountFault, parseAmount } from '@bank/ledger/money'

/** The messages about an amount, by what is wrong with it. */
export const amountMessages: Record<Exclude<AmountFault, 'too_large'>, string> = {
  missing: 'Amount is required',
  not_digits: 'Enter the amount in digits, such as 1250.00',
  too_many_decimals: 'Use at most 2 decimals',
  not_positive: 'Enter an amount above 0',
}

/** The message about an amount with a fault: for one whose last decimals can be a group of thousands, how to write that. */
export function amountMessage(fault: Exclude<AmountFault, 'too_large'>, typed: string): string {
  if (fault !== 'too_many_decimals' || !/^[1-9]\d{0,2}\.\d{3}$/.test(typed)) return amountMessages[fault]
  return `${amountMessages[fault]}. For thousands, write ${typed.replace('.', '')} or ${typed.replace('.', ',')}.00`
}

/** The message about an amount above a limit, such as `$250,000.00`. */
export function limitMessage(limit: string): string {
  return `The most you can send at once is ${limit}`
}

/** The message about a maximum below the minimum. */
export const maximumTooLow = 'The maximum must not be below the minimum'

/** A typed amount in minor units; undefined while it is not an amount that the books can hold. */
export function typedAmount(typed: string): bigint | undefined {
  const parsed = parseAmount(canonicalAmount(typed))
  return 'minor' in parsed ? parsed.minor : undefined
}

/** The message about a typed amount that the rule refuses, whatever the limits are. */
export function amountError(typed: string): string | undefined {
  const parsed = parseAmount(canonicalAmount(typed))
  return 'minor' in parsed || parsed.fault === 'too_large' ? undefined : amountMessage(parsed.fault, typed)
}

/**
 * A typed amount as the canonical string: spaces dropped; with a comma, the last one followed by one or two
 * digits is the decimal sign, followed by three it groups thousands. Text that fits neither is returned as typed,
 * for the rule to refuse.
 */
export function canonicalAmount(typed: string): string {
  const text = typed.replace(/[\s\u00a0\u202f]/g, '')
  // No group begins with 0: `0,500` does not mean five hundred.
  if (/^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(text)) return text.replaceAll(',', '')
  if (/^\d+(\.\d{3})*,\d{1,2}$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  return text
}
