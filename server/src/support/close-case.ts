import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { answerDueAt, setCaseState } from './case.ts'
import { actOnCase } from './case-act.ts'

/**
 * Closes a case, such as one that was answered on the phone or needs no answer. Throws `dispute_undecided` for that of a dispute, which
 * would leave the list of what is due: the end of the dispute closes it.
 */
export const closeCase: Verb<'closeCase'> = async (call) => {
  await actOnCase(call, 'support_message_closed', async (connection, { id, state, decideBy }) => {
    if (state === 'closed') return undefined
    if (decideBy) throw new Refusal('dispute_undecided')
    await setCaseState(connection, id, { state: 'closed', dueAt: null })
    return {}
  })
}

/** Opens a case again that waits or is closed. */
export const reopenCase: Verb<'reopenCase'> = async (call) => {
  await actOnCase(call, 'support_message_reopened', async (connection, { id, state, decideBy }) => {
    if (state === 'open') return undefined
    const dueAt = decideBy ?? answerDueAt(call.now, call.bank.config)
    await setCaseState(connection, id, { state: 'open', dueAt })
    return {}
  })
}
