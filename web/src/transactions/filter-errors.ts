import { lastDayTooEarly } from '@bank/contract/real-day'
import { amountError, maximumTooLow, typedAmount } from '@bank/contract/typed-amount'
import type { FilterName, HistoryFilter } from './history-url-state.ts'

/** Filters that are applied together: the bank refuses one because of the other. */
export const ranges = [
  ['from', 'to'],
  ['minAmount', 'maxAmount'],
] as const satisfies [FilterName, FilterName][]

/** The errors that the bank would find in typed periods and amounts, by name. A control for a day takes real days only. */
export function filterErrors({ from, to, minAmount, maxAmount }: HistoryFilter): HistoryFilter {
  const errors: HistoryFilter = {}
  if (from && to && to < from) errors.to = lastDayTooEarly
  const [least, most] = [typedAmount(minAmount ?? ''), typedAmount(maxAmount ?? '')]
  if (least !== undefined && most !== undefined && most < least) errors.maxAmount = maximumTooLow
  for (const [name, typed] of Object.entries({ minAmount, maxAmount })) {
    const error = typed && amountError(typed)
    if (error) errors[name as FilterName] = error
  }
  return errors
}
