import type { MoneyPositionView } from '@bank/contract/admin/position/view'
import { endpoints } from '@bank/contract/endpoints'
import { queryOf } from '../../api/query-of.ts'

export type Position = MoneyPositionView['positions'][number]

/** Where the money is. Asked for again every 20 seconds, as it is not among the live updates, and each second during a check. */
export const moneyPositionQuery = {
  ...queryOf(['admin', 'money-position'], endpoints.readMoneyPosition),
  refetchInterval: ({ state: { data } }: { state: { data: MoneyPositionView | undefined } }) =>
    isUnderWay(data?.run) ? 1_000 : 20_000,
}

export function isUnderWay(run: MoneyPositionView['run'] | undefined): boolean {
  return run?.state === 'waiting' || run?.state === 'running'
}

/** The parts of a position, in the order of the bank's balance sheet. */
export const positionParts = [
  { part: 'accounts', name: 'Owed to customers on accounts' },
  { part: 'pots', name: 'Owed to customers in pots' },
  { part: 'inTransit', name: 'Pending payments' },
  { part: 'settlement', name: 'Settlement account' },
] as const

export function addsUp({ total }: Position): boolean {
  return total === '0.00'
}
