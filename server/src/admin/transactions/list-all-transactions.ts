import type { Verb } from '../../call.ts'
import { totalOf } from '../../postgres/bounded-count.ts'
import { readSecondsBehind } from '../../transaction-list/behind.ts'
import {
  countListed,
  findListed,
  type ListedSelection,
  readSearchedText,
} from '../../transaction-list/listed-selection.ts'
import { recordListOpened } from '../users/user-opened.ts'
import { listedTransactionOf } from './listed-transaction-view.ts'

// The list shows "1,000+" beyond this: an exact count costs more than it is worth.
const totalMax = 1_000

/** A page of the transactions of all customers. Writes an audit event. */
export const listAllTransactions: Verb<'listAllTransactions'> = async ({ bank, actor, query, now }) => {
  const { db, config } = bank
  const { limit, order, cursor, q } = query
  await recordListOpened(bank, { actorId: actor.userId, action: 'transactions_listed', now })
  const text = q === undefined ? undefined : await readSearchedText(db, q)
  const selection: ListedSelection = { filter: query, text, timeZone: config.timeZone, now }
  const [found, count, behindSeconds] = await Promise.all([
    // One more row shows whether there is a next page.
    findListed(db, selection, { readerId: actor.userId, order, after: cursor, limit: limit + 1 }),
    countListed(db, selection, { countMax: totalMax }),
    readSecondsBehind(db, now),
  ])
  const shown = found.slice(0, limit)
  return {
    transactions: shown.map(listedTransactionOf),
    ...totalOf(count, { found: found.length, hasAll: cursor === undefined && found.length <= limit }),
    nextCursor: found.length > shown.length ? shown.at(-1)!.id : null,
    behindSeconds,
  }
}
