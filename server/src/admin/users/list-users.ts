import { accountStateOf } from '@bank/contract/accounts/state'
import { formatMinor } from '@bank/ledger/money'
import type { Verb } from '../../call.ts'
import { totalOf } from '../../postgres/bounded-count.ts'
import { pageOf } from '../../postgres/read-page.ts'
import { countUsers, findFurtherAccounts, findUsers, readSearch } from '../../users/user-search.ts'

// The list shows "50,000+" beyond the first, which an index counts in some milliseconds. What a search finds is counted up to the second
// at most.
const totalMax = 50_000
const foundMax = 1_000

/** A page of the users, or of those of a state or found by a text (specification §6). */
export const listUsers: Verb<'listUsers'> = async ({ bank, query }) => {
  const { db } = bank
  const { search, state, order, cursor, limit } = query
  const countMax = search === undefined ? totalMax : foundMax
  const selection = { search: search === undefined ? undefined : await readSearch(db, search), state }
  const { users, ids } = await findUsers(db, selection, { order, after: cursor, limit: limit + 1 })
  const page = pageOf(users, limit)
  const count = await countUsers(db, selection, { countMax, ids })
  const furtherAccounts = await findFurtherAccounts(db, page.rows, selection.search)
  return {
    users: page.rows.map(
      ({ isActive, activatedAt, declinedAt, closedAt, number, currency, balanceMinor, ...user }) => ({
        ...user,
        account: { number, currency, balance: formatMinor(balanceMinor) },
        accountNumber: furtherAccounts.get(user.id) ?? null,
        state: accountStateOf({ isActive, activatedAt, declinedAt, closedAt }),
        isActive,
      }),
    ),
    ...totalOf(count, page, { isFirst: cursor === undefined }),
    nextCursor: page.last?.id ?? null,
  }
}
