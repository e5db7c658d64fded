import type { RefusalCode } from '@bank/contract/errors'
import type { Control } from '../../books/rows/approvals.ts'
import type { Verb } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { whileAdministrator } from '../administrator-act.ts'
import { findApprovalIds } from '../approvals/approval.ts'
import { approvalOfStatus } from '../approvals/status-act.ts'
import { changeStatus, findOwnedTransactions, holdForStatus } from './status-change.ts'

/**
 * Sets the status of several transactions. Each is a command of its own with its own id, so some may be refused while others are
 * booked, and the whole request may be repeated. One that waits for a second person is reported with the refusals. Any other failure than a
 * refusal fails the request: then its outcome is read by repeating it.
 */
export const setTransactionStatuses: Verb<'setTransactionStatuses'> = async ({ bank, actor, input, now }) => {
  const { status, reason, changes } = input
  const found = await findOwnedTransactions(
    bank.db,
    changes.map(({ id }) => id),
  )
  const asked = await findApprovalIds(
    bank.db,
    changes.map(({ changeId }) => changeId),
  )
  const controls = new Map<string, Control | Refusal>()
  // Before the caller is locked: each that waits is stored on a connection of its own.
  for (const change of changes) {
    const { id } = change
    const wanted = { ...change, status, reason }
    const outcome = await approvalOfStatus(bank, actor, found.get(id), wanted, now, asked).catch(onlyRefusal)
    if (outcome instanceof Refusal) controls.set(id, outcome)
    else controls.set(id, outcome.waiting ? new Refusal('approval_waits') : outcome.control)
  }
  const results = await whileAdministrator(bank.db, actor, now, async (connection) => {
    const credited = await holdForStatus(connection, bank, status, [...found.values()])
    // Submitted together, so that the books take them in few batches.
    const outcomes = changes.map(async ({ id, changeId, seen }) => {
      const control = controls.get(id)!
      if (control instanceof Refusal) return { id, refusal: refusalView(control) }
      const change = { status, changeId, seen, reason, madeBy: actor.userId, credited, now }
      const outcome = await changeStatus(bank, found.get(id), change, control).catch(onlyRefusal)
      return { id, refusal: outcome instanceof Refusal ? refusalView(outcome) : null }
    })
    // The locks are held until the last one is decided, also where one has failed.
    await Promise.allSettled(outcomes)
    return Promise.all(outcomes)
  })
  return { results }
}

function onlyRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

function refusalView({ code, message }: Refusal): { code: RefusalCode; detail: string } {
  return { code, detail: message }
}
