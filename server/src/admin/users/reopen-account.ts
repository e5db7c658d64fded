import { findMainClosing, storeReopening } from '../../accounts/account.ts'
import type { Verb } from '../../call.ts'
import { accountReopenedMail } from '../../mail/closing-letters.ts'
import { queueMail } from '../../mail/outgoing-mail.ts'
import { Refusal } from '../../refusal.ts'
import { inUserTransaction, readUser } from '../../users/user.ts'
import { recordAdministratorAct } from '../administrator-act.ts'
import { findChosenAccount } from './account-of-user.ts'

/**
 * Opens a closed account of a customer again, with a reason that only the audit log keeps. Refuses an open account, because the
 * reason would be lost, and a further account while the main one is closed.
 */
export const reopenAccount: Verb<'reopenAccount'> = async ({ bank, actor, params, query, input, now }) => {
  const { reason } = input
  if (params.id === actor.userId) throw new Refusal('own_account_edited')
  const { id, number, isMain } = await findChosenAccount(bank.db, params.id, query.account)
  await inUserTransaction(bank.db, params.id, async (connection) => {
    if (!isMain && (await findMainClosing(connection, params.id))) throw new Refusal('main_account_closed')
    if (!(await storeReopening(connection, id))) throw new Refusal('account_open_already')
    const user = await readUser(connection, params.id)
    await queueMail(connection, accountReopenedMail(bank.config.bankName, user, number), now)
    const details = { before: 'closed', after: 'open', reason, ...(!isMain && { accountNumber: number }) }
    const event = { action: 'account_reopened' as const, target: params.id, details, now }
    await recordAdministratorAct(connection, actor, event)
  })
}
