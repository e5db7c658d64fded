import { type AmountFault, parseAmount } from '@bank/ledger/money'
import * as z from 'zod/mini'

const sentences: Record<Exclude<AmountFault, 'too_large'>, string> = {
  missing: 'Amount is required',
  not_digits: 'Enter the amount in digits, such as 1250.00',
  too_many_decimals: 'Use at most 2 decimals',
  not_positive: 'Enter an amount above 0',
}

/** "The most you can send at once is {limit}", with the limit as people read it: `$250,000.00`. */
export function limitSentence(limit: string): string {
  return `The most you can send at once is ${limit}`
}

/**
 * A canonical amount of money above zero, such as `1250.00`. An amount beyond what the books can hold passes here:
 * the limit, which is far below it, refuses it in its own words.
 */
export const amount = z
  .string({ error: (issue) => (issue.input === undefined ? sentences.missing : sentences.not_digits) })
  .check(
    z.superRefine((text, context) => {
      const parsed = parseAmount(text)
      if ('fault' in parsed && parsed.fault !== 'too_large') {
        context.addIssue({ code: 'custom', message: sentences[parsed.fault], input: text })
      }
    }),
  )

/**
 * What a person typed, as the canonical string: spaces dropped; with a comma, the last one followed by one or two
 * digits is the decimal sign, followed by three it groups thousands. Text that fits neither is returned as typed,
 * for the rule to refuse.
 */
export function canonicalAmount(typed: string): string {
  const text = typed.replace(/[\s\u00a0\u202f]/g, '')
  // No group begins with 0: whoever types `0,500` does not mean five hundred.
  if (/^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(text)) return text.replaceAll(',', '')
  if (/^\d+(\.\d{3})*,\d{1,2}$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  return text
}
