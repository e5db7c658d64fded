import { historyOrders } from '@bank/contract/transactions/history-orders'
import { namedParams, useListUrlState } from '../ui/list-url-state.ts'

/** The filters of a history as they were typed, by the parameter names of the endpoint. */
export const filterNames = ['q', 'type', 'status', 'from', 'to', 'minAmount', 'maxAmount'] as const
export type FilterName = (typeof filterNames)[number]
export type HistoryFilter = Partial<Record<FilterName, string>>

export const pageLengths = [20, 50, 100] as const

/** The page, its length, the order, the filters and the open transaction of the history, in the URL. */
export function useHistoryUrlState() {
  const list = useListUrlState('tx')
  const { params, visit, go, openId } = list
  const filter = namedParams(params, filterNames)
  const order = historyOrders.find((one) => one === params.get('order')) ?? historyOrders[0]
  const limit = pageLengths.find((length) => String(length) === params.get('limit')) ?? pageLengths[0]
  return {
    ...list,
    filter,
    order,
    limit,
    /** What is requested. The URL may hold anything: the bank validates it. */
    query: {
      cursor: list.cursor,
      limit,
      order: order === historyOrders[0] ? undefined : order,
      ...(filter as object),
    },
    isFiltered: Object.keys(filter).length > 0,
    sort: (order: string) => go({ order: order === historyOrders[0] ? null : order, cursor: null, tx: null }),
    /** Other filters start at the newest page. `replace` adds no history entry, for changes while the customer types. */
    choose: (changes: HistoryFilter, replace = false) =>
      go({ ...changes, cursor: null, tx: null }, { replace }),
    clear: () => go({ ...Object.fromEntries(filterNames.map((name) => [name, null])), cursor: null }),
    showRows: (limit: string) => go({ limit: limit === '20' ? null : limit, cursor: null, tx: null }),
    open: (id: string) =>
      openId === undefined ? list.openOver(id) : go({ tx: id }, { visit, replace: true }),
    close: list.leave,
  }
}

export type HistoryUrlState = ReturnType<typeof useHistoryUrlState>
