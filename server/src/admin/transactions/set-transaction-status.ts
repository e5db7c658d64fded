import type { Verb } from '../../call.ts'
import { whileAdministrator } from '../administrator-act.ts'
import { changeStatus, findOwnedTransactions } from './status-change.ts'

/** Sets any of the three statuses of a transaction and moves its money (specification §4, Transaction status). */
export const setTransactionStatus: Verb<'setTransactionStatus'> = async (call) => {
  const { bank, actor, params, input, now, answer } = call
  const found = (await findOwnedTransactions(bank, [params.id])).get(params.id)
  const { status, isRepeat } = await whileAdministrator(bank.db, actor, now, () =>
    changeStatus(bank, found, { ...input, madeBy: actor.userId, now }),
  )
  if (isRepeat) answer.header('Idempotency-Replayed', 'true')
  return { id: params.id, status }
}
