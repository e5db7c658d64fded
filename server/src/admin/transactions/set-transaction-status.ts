import type { Verb } from '../../call.ts'
import { whileAdministrator } from '../administrator-act.ts'
import { approvalOfStatus } from '../approvals/status-act.ts'
import { changeStatus, findOwnedTransactions, holdForStatus } from './status-change.ts'

/**
 * Sets any of the three statuses of a transaction and moves its money (specification §4, Transaction status). What takes a
 * large amount back from its receiver waits for a second person where there is one (departure 62).
 */
export const setTransactionStatus: Verb<'setTransactionStatus'> = async (call) => {
  const { bank, actor, params, input, now, answer } = call
  const found = (await findOwnedTransactions(bank.db, [params.id])).get(params.id)
  const { waiting, control, seen } = await approvalOfStatus(bank, actor, found, input, now)
  if (waiting) return waiting
  const { status, isRepeat } = await whileAdministrator(bank.db, actor, now, async (connection) => {
    const credited = await holdForStatus(connection, bank, input.status, found ? [found] : [])
    return changeStatus(bank, found, { ...input, seen, madeBy: actor.userId, credited, now }, control)
  })
  if (isRepeat) answer.header('Idempotency-Replayed', 'true')
  return { id: params.id, status }
}
