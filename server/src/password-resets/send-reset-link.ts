import type { endpoints } from '@bank/contract/endpoints'
import { recordStaffAct } from '../admin/staff-act.ts'
import type { Call } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { findEmail } from '../users/user.ts'
import { insertReset } from './password-reset.ts'

/** An administrator has a user mailed a link to choose a new password (departures 1 and 26). Only its owner sees it. */
export async function sendResetLink({
  bank,
  actor,
  params: { id },
  now,
}: Call<typeof endpoints.sendResetLink>): Promise<undefined> {
  await inTransaction(bank.db, async (connection) => {
    const email = await findEmail(connection, id)
    if (email === undefined) throw new Refusal('user_not_found')
    await insertReset(connection, { email, askedBy: actor.userId }, now)
    const event = { actorId: actor.userId, action: 'password_reset_asked', target: id, details: {}, now }
    await recordStaffAct(connection, event)
  })
}
