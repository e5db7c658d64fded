import type { AccountOpening } from '@bank/contract/accounts/form'
import type { endpoints } from '@bank/contract/endpoints'
import type { PoolClient } from 'pg'
import { recordAdministratorAct } from '../admin/administrator-act.ts'
import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Call, Verb } from '../call.ts'
import { copyNotices } from '../mail-notices/mail-notice.ts'
import { Refusal } from '../refusal.ts'
import { inUserTransaction } from '../users/user.ts'
import {
  type Account,
  accountView,
  findAccount,
  findAccountsOfUser,
  findMainAccount,
  readFunds,
} from './account.ts'
import { findOpening, insertAccount } from './account-opening.ts'

/**
 * Opens a further account for a customer whose main account is active; it is active at once. The same `openingId` with the same
 * contents opens one account. Refuses more than `ACCOUNTS_MAX` accounts of one customer.
 */
export const openAccount: Verb<'openAccount'> = async (call) => {
  const { actor, now } = call
  const { userId } = actor
  return openFor(call, userId, (connection, details) =>
    recordOwnAct(connection, { userId, now }, 'account_opened', details),
  )
}

/** An administrator opens a further account for a customer by the same rules, with a reason that only the audit log shows. */
export const openAccountOfUser: Verb<'openAccountOfUser'> = async (call) => {
  const { bank, actor, params, input, now } = call
  const { id } = params
  if (id === actor.userId) throw new Refusal('own_account_edited')
  if (!(await findMainAccount(bank.db, id))) throw new Refusal('user_not_found')
  return openFor(call, id, (connection, opened) => {
    const details = { ...opened, reason: input.reason }
    const event = { action: 'account_opened', target: id, details, now } as const
    return recordAdministratorAct(connection, actor, event)
  })
}

type OpeningCall = Pick<Call<typeof endpoints.openAccount>, 'bank' | 'input' | 'now' | 'answer'>
type RecordOpening = (connection: PoolClient, details: { [name: string]: string }) => Promise<void>

async function openFor(call: OpeningCall, userId: string, record: RecordOpening) {
  const { bank, answer } = call
  // Serialises concurrent calls, so that the count is right, and a deactivation, which locks every account of the user.
  const { account, isNew } = await inUserTransaction(bank.db, userId, async (connection) => {
    return openOnce(connection, call, userId, record)
  })
  if (!isNew) answer.header('Idempotency-Replayed', 'true')
  return accountView(account, await readFunds(bank.db, account.id), bank.config.bankCode)
}

async function openOnce(
  connection: PoolClient,
  { bank, input, now }: OpeningCall,
  userId: string,
  record: RecordOpening,
): Promise<{ account: Account; isNew: boolean }> {
  const { openingId, accountType: type, currency, name } = input
  const earlier = await findOpening(connection, openingId)
  if (earlier) {
    if (!isSameOpening(earlier, userId, input)) throw new Refusal('opening_id_reused')
    return { account: earlier, isNew: false }
  }
  const accounts = await findAccountsOfUser(connection, userId)
  const main = accounts.find(({ isMain }) => isMain)
  if (!main?.isActive) throw new Refusal('account_inactive')
  if (main.closedAt) throw new Refusal('account_closed')
  const { accountsMax: most } = bank.config
  if (accounts.filter(({ closedAt }) => counts(closedAt, now)).length >= most)
    throw new Refusal('accounts_too_many', { most })
  const { id, number } = await insertAccount(connection, {
    userId,
    type,
    currency,
    further: { openingId, name: name || null },
    now,
  })
  await copyNotices(connection, id, now)
  await record(connection, { accountNumber: number, type, currency })
  return { account: (await findAccount(connection, id))!, isNew: true }
}

// So that a customer does not open and close accounts without end.
const closedCountsMilliseconds = 30 * 86_400_000

function counts(closedAt: Date | null, now: Date): boolean {
  return closedAt === null || closedAt.getTime() + closedCountsMilliseconds > now.getTime()
}

/** True for a repeat: the customer may have renamed the account since. */
function isSameOpening(account: Account, userId: string, { accountType, currency }: AccountOpening): boolean {
  return account.userId === userId && account.type === accountType && account.currency === currency
}
