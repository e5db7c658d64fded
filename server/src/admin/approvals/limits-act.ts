import type { Currency } from '@bank/ledger/currency'
import {
  type CustomerLimits,
  limitsSentence,
  limitsText,
  storeCustomerLimits,
} from '../limits/customer-limits.ts'
import type { Act } from './act.ts'
import type { Payload } from './approval.ts'

/** What an approval keeps of limits of one customer, with those that held when it was asked for. */
export function limitsPayload({ currency, day, month, until }: CustomerLimits, seen: string): Payload {
  const text = (limit: bigint | null) => (limit === null ? null : String(limit))
  return { currency, day: text(day), month: text(month), until, seen }
}

function limitsIn({ currency, day, month, until }: Payload) {
  const minor = (text: string | null | undefined) => (text ? BigInt(text) : null)
  return { currency: currency as Currency, day: minor(day), month: minor(month), until: until ?? null }
}

/** Limits of one customer that let them send more. Where others hold meanwhile, it is a refusal. */
export const customerLimits: Act = {
  sentence: (payload) => {
    const { currency, day, month, until } = limitsIn(payload)
    const wanted =
      day === null && month === null
        ? 'the bank’s limits'
        : limitsSentence(limitsText({ day, month }, until), currency)
    return `Set the limits of payments in ${currency} to ${wanted}, from ${limitsSentence(payload.seen!, currency)}`
  },
  change: async (
    connection,
    bank,
    { id, subjectId: userId, payload, reason, requestedBy: setBy },
    approval,
  ) => {
    const limits = { ...limitsIn(payload), id, userId, reason, setBy }
    await storeCustomerLimits(connection, bank, { limits, seen: payload.seen! }, { approval })
  },
}
