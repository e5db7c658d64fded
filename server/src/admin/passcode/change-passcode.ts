import type { Verb } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { elevatedSessionView, elevateSession } from '../../sessions/session.ts'
import { recordAdministratorAct } from '../administrator-act.ts'
import { replacePasscode } from './passcode.ts'

/**
 * Changes the passcode of all administrators (specification §5, Passcode update; departure 3). Every other session loses its
 * elevation until the new passcode is entered there. The caller's session is elevated again and gets a new cookie.
 */
export const changePasscode: Verb<'changePasscode'> = async ({ bank, actor, input, now, answer }) => {
  const passcodeHash = await bank.passwords.hash(input.passcode)
  const token = await inTransaction(bank.db, async (connection) => {
    const change = { passcodeHash, updatedBy: actor.userId, keptSessionKey: actor.key, now }
    const otherSessionsClosed = await replacePasscode(connection, change)
    const elevatedToken = await elevateSession(connection, actor.key, now)
    const event = { action: 'passcode_changed', target: null, details: { otherSessionsClosed }, now } as const
    await recordAdministratorAct(connection, actor, event)
    return elevatedToken
  })
  answer.openSession(token)
  return elevatedSessionView(bank, actor, now)
}
