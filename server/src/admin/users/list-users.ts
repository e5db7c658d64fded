import { accountStateOf } from '@bank/contract/accounts/state'
import { formatMinor } from '@bank/ledger/money'
import type { Verb } from '../../call.ts'
import { totalOf } from '../../postgres/bounded-count.ts'
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
  const [found, count] = await Promise.all([
    // One more row shows whether there is a next page.
    findUsers(db, selection, { order, after: cursor, limit: limit + 1 }),
    countUsers(db, selection, { countMax }),
  ])
  const users = found.slice(0, limit)
  const furtherAccounts = await findFurtherAccounts(db, users, selection.search)
  return {
    users: users.map(
      ({ isActive, activatedAt, declinedAt, closedAt, number, currency, balanceMinor, ...user }) => ({
        ...user,
        account: { number, currency, balance: formatMinor(balanceMinor) },
        accountNumber: furtherAccounts.get(user.id) ?? null,
        state: accountStateOf({ isActive, activatedAt, declinedAt, closedAt }),
        isActive,
      }),
    ),
    ...totalOf(count, { found: found.length, hasAll: cursor === undefined && found.length <= limit }),
    nextCursor: found.length > users.length ? users.at(-1)!.id : null,
  }
}
