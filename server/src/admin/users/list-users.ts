import type { UserPage } from '@bank/contract/admin/users/view'
import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../../call.ts'
import { countUsers, findUsers } from '../../users/user-list.ts'

// The list shows "1,000+" beyond this: an exact count costs more than it is worth.
const totalMax = 1_000

/** A page of the users, newest first, or of those whose e-mail contains a text (specification §6). */
export async function listUsers({
  bank: { db },
  query: { email, cursor, limit },
}: Call<typeof endpoints.listUsers>): Promise<UserPage> {
  const [found, count] = await Promise.all([
    // One more row shows whether there is a next page.
    findUsers(db, { email, after: cursor, limit: limit + 1 }),
    countUsers(db, { email, countMax: totalMax + 1 }),
  ])
  const users = found.slice(0, limit)
  return {
    users: users.map(({ createdAt, ...user }) => ({ ...user, createdAt: createdAt.toISOString() })),
    total: count > totalMax ? null : count,
    nextCursor: found.length > users.length ? users.at(-1)!.id : null,
  }
}
