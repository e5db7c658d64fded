import type { ActionName } from '@bank/contract/audit/actions'
import type { endpoints } from '@bank/contract/endpoints'
import { recordAdministratorAct } from '../admin/administrator-act.ts'
import type { Call, Verb } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { referenceOf, setAnswered } from './support-message.ts'

/** Marks a message to support as answered. The answer itself is an email, which the bank's program does not see. */
export const markAnswered: Verb<'markAnswered'> = async (call) => {
  await setState(call, { answeredAt: call.now, action: 'support_message_answered' })
}

/** Marks a message to support as open again. */
export const reopenMessage: Verb<'reopenMessage'> = async (call) => {
  await setState(call, { answeredAt: null, action: 'support_message_reopened' })
}

async function setState(
  { bank, actor, params: { id }, now }: Call<typeof endpoints.markAnswered | typeof endpoints.reopenMessage>,
  { answeredAt, action }: { answeredAt: Date | null; action: ActionName },
): Promise<void> {
  await inTransaction(bank.db, async (connection) => {
    const hasChanged = await setAnswered(connection, id, answeredAt)
    if (hasChanged === undefined) throw new Refusal('support_message_not_found')
    if (!hasChanged) return
    const details = { reference: referenceOf(id) }
    await recordAdministratorAct(connection, { actorId: actor.userId, action, target: id, details, now })
  })
}
