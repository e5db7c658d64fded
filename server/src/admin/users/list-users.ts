import { accountStateOf } from '@bank/contract/accounts/state'
import type { Verb } from '../../call.ts'
import { countUsers, findFurtherAccounts, findUsers, readSearch } from '../../users/user-search.ts'

// The list shows "1,000+" beyond this: an exact count costs more than it is worth.
const totalMax = 1_000

/** A page of the users, or of those of a state or found by a text (specification §6). */
export const listUsers: Verb<'listUsers'> = async ({ bank, query }) => {
  const { db } = bank
  const { search, state, order, cursor, limit } = query
  const selection = { search: search === undefined ? undefined : await readSearch(db, search), state }
  const [found, count] = await Promise.all([
    // One more row shows whether there is a next page.
    findUsers(db, selection, { order, after: cursor, limit: limit + 1 }),
    countUsers(db, selection, { countMax: totalMax + 1 }),
  ])
  const users = found.slice(0, limit)
  const furtherAccounts = await findFurtherAccounts(db, users, selection.search)
  return {
    users: users.map(({ isActive, activatedAt, closedAt, ...user }) => ({
      ...user,
      accountNumber: furtherAccounts.get(user.id) ?? null,
      state: accountStateOf({ isActive, activatedAt, closedAt }),
      isActive,
    })),
    total: count > totalMax ? null : count,
    nextCursor: found.length > users.length ? users.at(-1)!.id : null,
  }
}
