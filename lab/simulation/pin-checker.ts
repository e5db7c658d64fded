import type { Instruction } from '@bank/server/books/instruction'
import type { Commit } from './model-database.ts'
import { hasWrongPin, senderOf } from './work.ts'

/**
 * Checks each commit: a customer has no more wrong PINs counted than submitted. Returns the violation, or null. `submitted` grows
 * with each submission.
 */
export function openPinChecker(submitted: readonly Instruction[]): (commit: Commit) => string | null {
  const locks = new Map<string, { wrongCount: number; counted: number; origins: string[] }>()

  return ({ changes }) => {
    for (const { table, row } of changes) {
      if (table !== 'pins') continue
      const userId = row.user_id as string
      const known = locks.get(userId) ?? { wrongCount: 0, counted: 0, origins: [] }
      locks.set(userId, known)
      const wrongCount = Number(row.wrong_count)
      known.counted += wrongCount > known.wrongCount ? wrongCount - known.wrongCount : wrongCount
      known.wrongCount = wrongCount
      // All but the last group of an attempt's id names its process.
      const origin = (row.last_attempt as string).slice(0, 24)
      if (known.origins.at(-1) !== origin) known.origins.push(origin)
      // An attempt of another process in between hides a repeated one (ledger/src/attempt-id.ts).
      if (new Set(known.origins).size < known.origins.length) continue
      const wrong = submitted.filter((each) => senderOf(each)?.userId === userId && hasWrongPin(each)).length
      if (known.counted > wrong) {
        return `${userId} has ${known.counted} wrong PINs counted, and submitted ${wrong}`
      }
    }
    return null
  }
}
