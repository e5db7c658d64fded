import type { Verb } from '../../call.ts'
import { totalOf } from '../../postgres/bounded-count.ts'
import { readPage } from '../../postgres/read-page.ts'
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
  const [page, count, behindSeconds] = await Promise.all([
    readPage(limit, (most) =>
      findListed(db, selection, { readerId: actor.userId, order, after: cursor, limit: most }),
    ),
    countListed(db, selection, { countMax: totalMax }),
    readSecondsBehind(db, now),
  ])
  return {
    transactions: page.rows.map(listedTransactionOf),
    ...totalOf(count, page, { isFirst: cursor === undefined }),
    nextCursor: page.last?.id ?? null,
    behindSeconds,
  }
}
