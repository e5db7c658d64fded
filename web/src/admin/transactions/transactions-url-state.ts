import { pageLengths } from '../../transactions/history-url-state.ts'
import { namedParams, useListUrlState } from '../../ui/list-url-state.ts'

/** The filters of the transactions of all customers, by the parameter names of the endpoint. */
export const transactionFilterNames = [
  'q',
  'status',
  'kind',
  'age',
  'from',
  'to',
  'minAmount',
  'maxAmount',
] as const
type FilterName = (typeof transactionFilterNames)[number]
export type TransactionFilterValues = Partial<Record<FilterName, string>>

/** The page, its length, the order, the filters and the open transaction of the transactions of all customers, in the URL. */
export function useTransactionsUrlState() {
  const list = useListUrlState()
  const { params, go } = list
  const filter = namedParams(params, transactionFilterNames)
  // What waits longest comes first.
  const usualOrder = filter.status === 'pending' ? 'oldest' : 'newest'
  const order = ['newest', 'oldest'].find((one) => one === params.get('order')) ?? usualOrder
  const limit = pageLengths.find((length) => String(length) === params.get('limit')) ?? pageLengths[0]
  const fresh = { cursor: null, open: null }
  return {
    ...list,
    filter,
    order,
    limit,
    /** What is requested. The URL may hold anything: the bank validates it. */
    query: { ...(filter as object), order: order as 'newest' | 'oldest' },
    isFiltered: Object.keys(filter).length > 0,
    sort: (order: string) => go({ order, ...fresh }),
    /** Other filters start at the first page, in their usual order. */
    choose: (chosen: TransactionFilterValues) =>
      go({
        ...Object.fromEntries(transactionFilterNames.map((name) => [name, chosen[name]])),
        order: null,
        ...fresh,
      }),
    showRows: (limit: string) => go({ limit: limit === '20' ? null : limit, ...fresh }),
    open: list.openOver,
    close: list.leave,
  }
}

export type TransactionsUrlState = ReturnType<typeof useTransactionsUrlState>
