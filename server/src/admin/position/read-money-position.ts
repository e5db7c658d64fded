import { findLastBooksCheck } from '../../books/check/books-check.ts'
import { findProvedPositions, readMoneyPositions } from '../../books/check/money-position.ts'
import type { Verb } from '../../call.ts'
import { checkView, positionView } from './position-views.ts'

/** Where the money of each currency is, now and at the last check of the books. */
export const readMoneyPosition: Verb<'readMoneyPosition'> = async ({ bank: { db }, now }) => {
  const [positions, check] = await Promise.all([readMoneyPositions(db), findLastBooksCheck(db)])
  return {
    readAt: now,
    positions: positions.map(positionView),
    lastCheck: check
      ? { ...checkView(check), positions: (await findProvedPositions(db, check.id)).map(positionView) }
      : null,
  }
}
