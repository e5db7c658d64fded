import type { PoolClient } from 'pg'
import { type Account, findMainClosing, storeReopening } from '../../accounts/account.ts'
import { recordAudit } from '../../audit/audit-chain.ts'
import type { Bank } from '../../bank.ts'
import { type Control, controlDetails } from '../../books/rows/approvals.ts'
import { accountReopenedMail } from '../../mail/closing-letters.ts'
import { queueMail } from '../../mail/outgoing-mail.ts'
import type { Connection } from '../../postgres/database.ts'
import { Refusal } from '../../refusal.ts'
import { lockUser, readUser } from '../../users/user.ts'

type Reopening = {
  readonly account: Account
  readonly reason: string
  readonly actorId: string
}

/** Throws for an open account, and for a further one while the main one is closed. */
export async function requireReopenable(
  db: Connection,
  { userId, isMain, closedAt }: Account,
): Promise<void> {
  if (!isMain && (await findMainClosing(db, userId))) throw new Refusal('main_account_closed')
  if (!closedAt) throw new Refusal('account_open_already')
}

/** Opens a closed account again, with its mail and audit event. Call it last in the transaction. */
export async function storeReopened(
  connection: PoolClient,
  { bankName }: Pick<Bank['config'], 'bankName'>,
  { account, reason, actorId }: Reopening,
  control: Control,
  now: Date,
): Promise<void> {
  const { id, userId, number, isMain } = account
  await lockUser(connection, userId)
  await requireReopenable(connection, account)
  if (!(await storeReopening(connection, id))) throw new Refusal('account_open_already')
  const user = await readUser(connection, userId)
  await queueMail(connection, accountReopenedMail(bankName, user, number), now)
  const details = {
    before: 'closed',
    after: 'open',
    reason,
    ...(!isMain && { accountNumber: number }),
    ...controlDetails(control),
  }
  await recordAudit(connection, { actorId, action: 'account_reopened', target: userId, details, now })
}
