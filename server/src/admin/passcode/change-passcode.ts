import type { endpoints } from '@bank/contract/endpoints'
import type { SessionView } from '@bank/contract/sessions/view'
import type { Call } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { elevatedSessionView, elevateSession } from '../../sessions/session.ts'
import { recordAdministratorAct } from '../administrator-act.ts'
import { replacePasscode } from './passcode.ts'

/**
 * Changes the passcode of all administrators (specification §5, Passcode update; departure 3). Every other session loses its
 * elevation until the new passcode is entered there. The caller's session is elevated again and gets a new cookie.
 */
export async function changePasscode(call: Call<typeof endpoints.changePasscode>): Promise<SessionView> {
  const { bank, actor, input, now, answer } = call
  const { userId } = actor
  const passcodeHash = await bank.passwords.hash(input.passcode)
  const token = await inTransaction(bank.db, async (connection) => {
    const change = { passcodeHash, updatedBy: userId, keptSessionKey: actor.key, now }
    const closed = await replacePasscode(connection, change)
    const elevatedToken = await elevateSession(connection, actor.key, now)
    if (elevatedToken === undefined) throw new Refusal('signed_out')
    const details = { otherSessionsClosed: closed }
    const event = { actorId: userId, action: 'passcode_changed', target: null, details, now }
    await recordAdministratorAct(connection, event)
    return elevatedToken
  })
  answer.openSession(token)
  return elevatedSessionView(actor, bank.config, now)
}
