import { endOfDayAfter } from '@bank/contract/bank-day'
import { disputableDays } from '@bank/contract/disputes/causes'
import type { Transaction } from '@bank/ledger/transaction'
import type { Config } from '../config/config.ts'

/** Until when a payment can be disputed. */
export function disputableUntil({ createdAt }: Pick<Transaction, 'createdAt'>): Date {
  return new Date(createdAt + disputableDays * 86_400_000)
}

/** Until when the bank decides what is disputed now: the end of the bank's day that is DISPUTE_WITHIN days later. */
export function decidedBy(
  now: Date,
  { timeZone, disputeWithinDays }: Pick<Config, 'timeZone' | 'disputeWithinDays'>,
): Date {
  return endOfDayAfter(now, timeZone, disputeWithinDays)
}
