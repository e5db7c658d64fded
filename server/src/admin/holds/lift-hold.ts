import type { Verb } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { inUserTransaction } from '../../users/user.ts'
import { recordAdministratorAct } from '../administrator-act.ts'
import { auditedHold, findHold, storeLifting } from './hold.ts'

/** Lifts a hold, with a reason that only the audit log keeps. One that is lifted already is refused, because the reason would be lost. */
export const liftHold: Verb<'liftHold'> = async ({ bank, actor, params, input, now }) => {
  const hold = await findHold(bank.db, params.id)
  if (!hold) throw new Refusal('hold_not_found')
  if (hold.ownerId === actor.userId) throw new Refusal('own_account_edited')
  await inUserTransaction(bank.db, hold.ownerId, async (connection) => {
    const isLifted = await storeLifting(connection, hold, { by: actor.userId, now })
    if (!isLifted) throw new Refusal('hold_lifted_already')
    await recordAdministratorAct(connection, actor, {
      action: 'hold_lifted',
      target: hold.ownerId,
      details: { ...auditedHold(hold), reason: input.reason },
      now,
    })
  })
}
