import { accountStates } from '@bank/contract/accounts/state'
import { userOrders } from '@bank/contract/admin/users/orders'
import { useListUrlState } from '../../ui/list-url-state.ts'

/** The search text, the state, the order and the page of the users, in the URL. */
export function useUsersUrlState() {
  const list = useListUrlState()
  const { params, go } = list
  return {
    ...list,
    search: params.get('search') ?? '',
    state: accountStates.find((state) => state === params.get('state')),
    order: userOrders.find((order) => order === params.get('order')),
    /** Dense rows in place of cards. */
    isTable: params.get('view') === 'table',
    showAs: (view: 'table' | 'cards') =>
      go({ view: view === 'table' ? view : null }, { visit: list.visit, replace: true }),
    /** Shows the first page of other users. `replace` adds no history entry, for a text that is being typed. */
    choose: (changes: { search?: string; state?: string; order?: string }, replace = false) =>
      go({ ...changes, cursor: null }, { replace }),
  }
}

export type UsersUrlState = ReturnType<typeof useUsersUrlState>
