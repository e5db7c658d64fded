import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { setOwner } from './case.ts'
import { actOnCase } from './case-act.ts'

/** Makes the caller the owner of a case. Throws `support_message_taken` when another member of staff has taken it. */
export const takeCase: Verb<'takeCase'> = async (call) => {
  const { userId } = call.actor
  await actOnCase(call, 'support_message_taken', async (connection, { id, owner }) => {
    if (owner?.id === userId) return undefined
    if (owner) throw new Refusal('support_message_taken', { name: owner.name })
    await setOwner(connection, id, userId)
    return {}
  })
}

/** Leaves a case without an owner, also that of another member of staff, who may be away. */
export const releaseCase: Verb<'releaseCase'> = async (call) => {
  await actOnCase(call, 'support_message_released', async (connection, { id, owner }) => {
    if (!owner) return undefined
    await setOwner(connection, id, null)
    return {}
  })
}
