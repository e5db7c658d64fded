import type { ActionName } from '@bank/contract/audit/actions'
import type { endpoints } from '@bank/contract/endpoints'
import type { PoolClient } from 'pg'
import { recordAdministratorAct } from '../admin/administrator-act.ts'
import type { Call, Verb } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { type LockedMessage, lockMessage, referenceOf, setAnswered, setOwner } from './support-message.ts'

/** Marks a message to support as answered, for an answer that the bank's program does not see. */
export const markAnswered: Verb<'markAnswered'> = async (call) => {
  await change(call, 'support_message_answered', async (connection, { isAnswered }) => {
    if (!isAnswered) await setAnswered(connection, call.params.id, call.now)
    return !isAnswered
  })
}

/** Marks a message to support as open again. */
export const reopenMessage: Verb<'reopenMessage'> = async (call) => {
  await change(call, 'support_message_reopened', async (connection, { isAnswered }) => {
    if (isAnswered) await setAnswered(connection, call.params.id, null)
    return isAnswered
  })
}

/** Makes the caller the owner of a message to support. Throws `support_message_taken` when another administrator has taken it. */
export const takeMessage: Verb<'takeMessage'> = async (call) => {
  const { userId } = call.actor
  await change(call, 'support_message_taken', async (connection, { takenBy }) => {
    if (takenBy && takenBy.id !== userId) throw new Refusal('support_message_taken', { name: takenBy.name })
    if (!takenBy) await setOwner(connection, call.params.id, userId)
    return !takenBy
  })
}

/** Leaves a message to support without an owner, also that of another administrator, who may be away. */
export const releaseMessage: Verb<'releaseMessage'> = async (call) => {
  await change(call, 'support_message_released', async (connection, { takenBy }) => {
    if (takenBy) await setOwner(connection, call.params.id, null)
    return takenBy !== null
  })
}

/** Runs `act` on the locked message, and writes an audit event if it has changed anything. */
async function change(
  {
    bank,
    actor,
    params: { id },
    now,
  }: Pick<Call<typeof endpoints.markAnswered>, 'bank' | 'actor' | 'params' | 'now'>,
  action: ActionName,
  act: (connection: PoolClient, message: LockedMessage) => Promise<boolean>,
): Promise<void> {
  await inTransaction(bank.db, async (connection) => {
    const message = await lockMessage(connection, id)
    if (!message) throw new Refusal('support_message_not_found')
    if (!(await act(connection, message))) return
    const details = { reference: referenceOf(id) }
    await recordAdministratorAct(connection, actor, { action, target: id, details, now })
  })
}
