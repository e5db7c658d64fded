import { findLastBooksCheck } from '../../books/check/books-check.ts'
import { type CheckRun, findCheckRun } from '../../books/check/check-run.ts'
import { findProvedPositions, readMoneyPositions } from '../../books/check/money-position.ts'
import type { Verb } from '../../call.ts'
import { checkView, positionView } from './position-views.ts'

/** Where the money of each currency is, now and at the last check of the books, and how far a check is. */
export const readMoneyPosition: Verb<'readMoneyPosition'> = async ({ bank: { db }, now }) => {
  const [positions, check, run] = await Promise.all([
    readMoneyPositions(db),
    findLastBooksCheck(db),
    findCheckRun(db),
  ])
  return {
    readAt: now,
    positions: positions.map(positionView),
    lastCheck: check
      ? { ...checkView(check), positions: (await findProvedPositions(db, check.id)).map(positionView) }
      : null,
    run: run ? runView(run) : null,
  }
}

function runView({ rowsChecked, rowsEstimated, ...run }: CheckRun) {
  return { ...run, rowsChecked: Number(rowsChecked), rowsEstimated: Number(rowsEstimated) }
}
