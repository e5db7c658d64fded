import type { Verb } from '../call.ts'
import { answerDueAt, setCaseState } from './case.ts'
import { actOnCase } from './case-act.ts'

/** Closes a case, such as one that was answered on the phone or needs no answer. */
export const closeCase: Verb<'closeCase'> = async (call) => {
  await actOnCase(call, 'support_message_closed', async (connection, { id, state }) => {
    if (state === 'closed') return undefined
    await setCaseState(connection, id, { state: 'closed', dueAt: null })
    return {}
  })
}

/** Opens a case again that waits or is closed. */
export const reopenCase: Verb<'reopenCase'> = async (call) => {
  await actOnCase(call, 'support_message_reopened', async (connection, { id, state, dueAt }) => {
    if (state === 'open') return undefined
    const due = dueAt ?? answerDueAt(call.now, call.bank.config)
    await setCaseState(connection, id, { state: 'open', dueAt: due })
    return {}
  })
}
