import { findCheckRun } from '../../books/check/check-run.ts'
import type { Verb } from '../../call.ts'

/** How far the last check of the books is. The page asks each second during a check, so it reads nothing else. */
export const readCheckRun: Verb<'readCheckRun'> = async ({ bank: { db } }) => {
  const found = await findCheckRun(db)
  if (!found) return { run: null }
  const { rowsChecked, rowsEstimated, ...run } = found
  return { run: { ...run, rowsChecked: Number(rowsChecked), rowsEstimated: Number(rowsEstimated) } }
}
