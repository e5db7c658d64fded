import { type AmountFault, int64Max, parseAmount } from '@bank/ledger/money'
import * as z from 'zod/mini'

const messages: Record<Exclude<AmountFault, 'too_large'>, string> = {
  missing: 'Amount is required',
  not_digits: 'Enter the amount in digits, such as 1250.00',
  too_many_decimals: 'Use at most 2 decimals',
  not_positive: 'Enter an amount above 0',
}

/** The message "The most you can send at once is {limit}", with a formatted limit such as `$250,000.00`. */
export function limitMessage(limit: string): string {
  return `The most you can send at once is ${limit}`
}

/** The message about a maximum below the minimum. */
export const maximumTooLow = 'Enter a maximum of at least the minimum'

/**
 * The amount rule's result for an amount that no ledger account can hold. Every limit is below it and refuses it with its
 * own message.
 */
export const aboveEveryLimit = int64Max + 1n

/** A canonical amount of money above zero, such as `1250.00`, in minor units: 125000n. */
export const amount = z.pipe(
  z.string({ error: (issue) => (issue.input === undefined ? messages.missing : messages.not_digits) }),
  z.transform((text: string, { issues }) => {
    const parsed = parseAmount(text)
    if ('minor' in parsed) return parsed.minor
    if (parsed.fault === 'too_large') return aboveEveryLimit
    // Rules over several fields are checked as well.
    issues.push({ code: 'custom', message: messages[parsed.fault], input: text, continue: true })
    return z.NEVER
  }),
)

/** The message about a typed amount that the amount rule refuses; undefined when it accepts it, or refuses it for its size alone. */
export function typedAmountError(typed: string): string | undefined {
  const parsed = parseAmount(canonicalAmount(typed))
  return 'minor' in parsed || parsed.fault === 'too_large' ? undefined : messages[parsed.fault]
}

/** The same for an amount that is kept and not moved, so that no other limit refuses one that the books cannot hold. */
export const keptAmount = amount.check(
  // A wrong amount has its message already.
  z.refine((minor) => typeof minor !== 'bigint' || minor < aboveEveryLimit, 'Enter a smaller amount'),
)

/** A typed amount in minor units; undefined while it is not an amount that the books can hold. */
export function typedAmount(typed: string): bigint | undefined {
  const parsed = parseAmount(canonicalAmount(typed))
  return 'minor' in parsed ? parsed.minor : undefined
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
