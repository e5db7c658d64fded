import { int64Max, parseAmount } from '@bank/ledger/money'
import * as z from 'zod/mini'
import { amountMessage, amountMessages } from '../typed-amount.ts'

/**
 * The amount rule's result for an amount that no ledger account can hold. Every limit is below it and refuses it with its
 * own message.
 */
export const aboveEveryLimit = int64Max + 1n

/** A canonical amount of money above zero, such as `1250.00`, in minor units: 125000n. */
export const amount = z.pipe(
  z.string({
    error: (issue) => (issue.input === undefined ? amountMessages.missing : amountMessages.not_digits),
  }),
  z.transform((text: string, { issues }) => {
    const parsed = parseAmount(text)
    if ('minor' in parsed) return parsed.minor
    if (parsed.fault === 'too_large') return aboveEveryLimit
    // Rules over several fields are checked as well.
    issues.push({ code: 'custom', message: amountMessage(parsed.fault, text), input: text, continue: true })
    return z.NEVER
  }),
)

/** The rule for an amount that is kept and not moved, so that no other limit refuses one that the books cannot hold. */
export const keptAmount = amount.check(
  // A wrong amount has its message already.
  z.refine((minor) => typeof minor !== 'bigint' || minor < aboveEveryLimit, 'Enter a smaller amount'),
)
