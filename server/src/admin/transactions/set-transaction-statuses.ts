import type { Verb } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { whileAdministrator } from '../administrator-act.ts'
import { changeStatus, findOwnedTransactions } from './status-change.ts'

/**
 * Sets the status of several transactions. Each is a command of its own with its own id, so some may be refused while others are
 * booked, and the whole request may be repeated. Any other failure than a refusal fails the request: then its outcome is read by
 * repeating it.
 */
export const setTransactionStatuses: Verb<'setTransactionStatuses'> = async ({ bank, actor, input, now }) => {
  const { status, reason, changes } = input
  const found = await findOwnedTransactions(
    bank,
    changes.map(({ id }) => id),
  )
  const results = await whileAdministrator(bank.db, actor, now, () =>
    // Submitted together, so that the books take them in few batches.
    Promise.all(
      changes.map(async ({ id, changeId, seen }) => {
        try {
          await changeStatus(bank, found.get(id), {
            status,
            changeId,
            seen,
            reason,
            madeBy: actor.userId,
            now,
          })
          return { id, refusal: null }
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          return { id, refusal: { code: error.code, detail: error.message } }
        }
      }),
    ),
  )
  return { results }
}
