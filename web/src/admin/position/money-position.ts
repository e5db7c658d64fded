import type { CheckRunView, MoneyPositionView } from '@bank/contract/admin/position/view'
import { endpoints } from '@bank/contract/endpoints'
import { queryOf } from '../../api/query-of.ts'

export type Position = MoneyPositionView['positions'][number]
export type CheckRun = NonNullable<CheckRunView['run']>

/** Where the money is. It is not among the live updates. */
export const moneyPositionQuery = {
  ...queryOf(['admin', 'money-position'], endpoints.readMoneyPosition),
  refetchInterval: 20_000,
}

/** How far a check is. */
export const checkRunQuery = {
  ...queryOf(['admin', 'check-run'], endpoints.readCheckRun),
  refetchInterval: ({ state: { data } }: { state: { data: CheckRunView | undefined } }) =>
    isUnderWay(data?.run) ? 1_000 : 20_000,
}

export function isUnderWay(run: CheckRun | null | undefined): boolean {
  return run?.state === 'waiting' || run?.state === 'running'
}

/** The parts of a position, in the order of the bank's balance sheet. */
export const positionParts = [
  { part: 'accounts', name: 'Owed to customers on accounts' },
  { part: 'pots', name: 'Owed to customers in pots' },
  { part: 'inTransit', name: 'Pending payments' },
  { part: 'settlement', name: 'Settlement account' },
  { part: 'disputes', name: 'Credited for disputed payments' },
] as const

export function addsUp({ total }: Position): boolean {
  return total === '0.00'
}
