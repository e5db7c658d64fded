import type { endpoints } from '@bank/contract/endpoints'
import { findMainClosing, storeReopening } from '../../accounts/account.ts'
import { recordAudit } from '../../audit/audit-chain.ts'
import type { Call } from '../../call.ts'
import { accountReopenedMail } from '../../mail/closing-letters.ts'
import { queueMail } from '../../mail/outgoing-mail.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { lockUser, readUser } from '../../users/user.ts'
import { requireAdministrator } from '../administrator-act.ts'
import { findChosenAccount } from './account-of-user.ts'

/**
 * Opens a closed account of a customer again, with a reason that only the audit log keeps. Refuses an open account, because the
 * reason would be lost, and a further account while the main one is closed.
 */
export async function reopenAccount({
  bank,
  actor,
  params,
  query,
  input: { reason },
  now,
}: Call<typeof endpoints.reopenAccount>): Promise<undefined> {
  if (params.id === actor.userId) throw new Refusal('own_account_edited')
  const { id, number, isMain } = await findChosenAccount(bank.db, params.id, query.account)
  await inTransaction(bank.db, async (connection) => {
    await lockUser(connection, params.id)
    if (!isMain && (await findMainClosing(connection, params.id))) throw new Refusal('main_account_closed')
    if (!(await storeReopening(connection, id))) throw new Refusal('account_open_already')
    const user = await readUser(connection, params.id)
    await queueMail(connection, accountReopenedMail(bank.config.bankName, user, number), now)
    const details = { before: 'closed', after: 'open', reason, ...(!isMain && { accountNumber: number }) }
    const event = { action: 'account_reopened', target: params.id, details, now }
    await recordAudit(connection, { actorId: actor.userId, ...event })
    await requireAdministrator(connection, actor.userId)
  })
}
