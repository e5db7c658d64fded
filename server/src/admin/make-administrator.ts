import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { recordAudit } from '../postgres/audit.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { grantAdministration, isUser } from '../users/user.ts'

/**
 * Makes a customer an administrator as well (specification §4, Admin flag). Their account stays as it is, their sessions
 * stay open, and administrator's work waits for the passcode. There is no way back.
 */
export async function makeAdministrator({
  bank,
  actor,
  params: { id },
  now,
}: Call<typeof endpoints.makeAdministrator>): Promise<undefined> {
  await inTransaction(bank.db, async (connection) => {
    const isNew = await grantAdministration(connection, id)
    if (!isNew) throw new Refusal((await isUser(connection, id)) ? 'administrator_already' : 'user_not_found')
    const details = { before: 'customer', after: 'administrator' }
    const event = { actorId: actor.userId, action: 'administrator_made', target: id, details, now }
    await recordAudit(connection, event)
  })
}
