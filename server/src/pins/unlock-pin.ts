import { recordAdministratorAct } from '../admin/administrator-act.ts'
import { countEventsAbout } from '../audit/audit-log.ts'
import type { Verb } from '../call.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { pinUnlockedMail } from '../mail/pin-letters.ts'
import { Refusal } from '../refusal.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { findUserDetails, inUserTransaction } from '../users/user.ts'
import { lockPin, setPinLock } from './pin.ts'

const dayMilliseconds = 24 * 3_600_000
// Each unlocking allows five more guesses: as many as a thief may have who persuades the staff.
const unlockingsMax = 3

/**
 * An administrator unlocks the PIN of a user, with a reason that only the audit log shows; the user gets a mail. Throws
 * `pin_not_locked`, and `pin_unlocked_often` after three times in 24 hours.
 */
export const unlockPin: Verb<'unlockPin'> = async ({ bank, actor, params, input, now }) => {
  const { id } = params
  if (id === actor.userId) throw new Refusal('own_account_edited')
  await inUserTransaction(bank.db, id, async (connection) => {
    const user = await findUserDetails(connection, id)
    if (!user) throw new Refusal('user_not_found')
    // A transfer that is being decided is waited for.
    const pin = await lockPin(connection, id)
    if (!pin?.lock.lockedUntil || pin.lock.lockedUntil <= now.getTime()) throw new Refusal('pin_not_locked')
    const since = new Date(now.getTime() - dayMilliseconds)
    const count = await countEventsAbout(connection, { userId: id, action: 'pin_unlocked', since })
    if (count >= unlockingsMax) throw new Refusal('pin_unlocked_often', { most: unlockingsMax })
    await setPinLock(connection, id, { ...pin.lock, wrongCount: 0, lockedUntil: null })
    const mail = pinUnlockedMail(bank.config.bankName, user)
    await queueMail(connection, withOccasion(mail, { bank, now }), now)
    const event = { action: 'pin_unlocked', target: id, details: { reason: input.reason }, now } as const
    await recordAdministratorAct(connection, actor, event)
  })
}
