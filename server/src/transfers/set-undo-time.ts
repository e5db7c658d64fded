import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Verb } from '../call.ts'
import { inUserTransaction, storeUndoTime } from '../users/user.ts'

/** Sets for how long the caller's later transfers wait before they go on. The present time again changes nothing. */
export const setUndoTime: Verb<'setUndoTime'> = async ({ bank, actor, input, now }) => {
  const { userId } = actor
  await inUserTransaction(bank.db, userId, async (connection) => {
    if (!(await storeUndoTime(connection, userId, input.seconds))) return
    await recordOwnAct(connection, { userId, now }, 'undo_time_set', { seconds: input.seconds })
  })
}
