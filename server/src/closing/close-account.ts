import { dayOf } from '@bank/contract/bank-day'
import { signInEndsAt } from '@bank/contract/closing/sign-in-end'
import { dayText } from '@bank/contract/date-text'
import type { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import { isStaff, type Role } from '@bank/contract/roles/role'
import { formatMinor } from '@bank/ledger/money'
import type { PoolClient } from 'pg'
import {
  type Account,
  closeLedgerAccount,
  findAccount,
  findAccountsOfUser,
  lockStandings,
  readFunds,
  readLastBalance,
  requireOwnAccount,
} from '../accounts/account.ts'
import { recordAdministratorAct } from '../admin/administrator-act.ts'
import { findChosenAccount } from '../admin/users/account-of-user.ts'
import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Bank } from '../bank.ts'
import { derivedId } from '../books/derived-id.ts'
import type { Call, Verb } from '../call.ts'
import { accountClosedMail } from '../mail/closing-letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { bookOwnTransfer, requireOtherAccount } from '../own-transfers/own-transfer.ts'
import type { Connection } from '../postgres/database.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { findOpenPots } from '../pots/pot.ts'
import { Refusal } from '../refusal.ts'
import { endSchedules, lockSchedulesUsing } from '../schedules/schedule.ts'
import { consumeProof } from '../sessions/confirmation-proof.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { describeTransaction, findPending } from '../transactions/transaction.ts'
import { lockRole } from '../users/role.ts'
import { readUser } from '../users/user.ts'

type CloseAccount = Call<typeof endpoints.closeAccount>

// Money may arrive between the movement of the rest and the closing; an account that receives that often is closed later.
const movementsMax = 3

/**
 * Closes an account of the caller, and uses up the session's proof. What is left on it moves to the account that the caller
 * names; without one, the account must be empty. Refused while the bank holds an amount, a payment is pending, a pot or, for the
 * main account, another account is open; what was moved before such a refusal stays where it is. The schedules of the account
 * end. Nothing is booked on a closed account; its statements stay. The main account is the last, and the customer can sign in
 * for 30 days more. Closing a closed account changes nothing.
 */
export const closeAccount: Verb<'closeAccount'> = async (call) => {
  const { bank, actor, params, answer } = call
  const account = await requireOwnAccount(bank.db, actor.userId, params.number)
  if (account.closedAt) return
  await requireClosable(bank.db, actor.role, account)
  await moveRest(call, account)
  const token = await inTransaction(bank.db, async (connection) => {
    // Serialises concurrent calls, and keeps new accounts and pots from being opened.
    const { role } = (await lockRole(connection, actor.userId))!
    return close(connection, call, { accountId: account.id, role })
  })
  if (token !== undefined) answer.openSession(token)
}

/**
 * An administrator closes an empty account of a customer by the same rules, with a reason that only the audit log shows: what is left
 * on an account only its customer can move. Refuses a closed one, because the reason would be lost.
 */
export const closeAccountOfUser: Verb<'closeAccountOfUser'> = async (call) => {
  const { bank, actor, params, query, input, now } = call
  const { id } = params
  if (id === actor.userId) throw new Refusal('own_account_edited')
  const { id: accountId } = await findChosenAccount(bank.db, id, query.account)
  await inTransaction(bank.db, async (connection) => {
    const { role } = (await lockRole(connection, id))!
    const account = await closeLocked(connection, bank, { accountId, role, now })
    if (!account) throw new Refusal('account_closed')
    const user = await readUser(connection, id)
    const mail = accountClosedMail(bank.config.bankName, user, { ...account, by: 'bank' })
    await queueMail(connection, withOccasion(mail, { bank, now }), now)
    const details = { accountNumber: account.number, reason: input.reason }
    const event = { action: 'account_closed', target: id, details, now } as const
    await recordAdministratorAct(connection, actor, event)
  })
}

/** Throws the reason why the account cannot be closed now, whatever is on it. */
async function requireClosable(db: Connection, role: Role, account: Account): Promise<void> {
  if (!account.isActive) throw new Refusal('account_inactive')
  if (account.frozenAt) throw new Refusal('payments_frozen')
  if (account.isMain) {
    if (isStaff(role)) throw new Refusal('administrator_account_kept')
    const accounts = await findAccountsOfUser(db, account.userId)
    if (accounts.some(({ isMain, closedAt }) => !isMain && !closedAt)) {
      throw new Refusal('main_account_closes_last')
    }
  }
  const { heldMinor } = await readFunds(db, account.id)
  if (heldMinor > 0n) {
    throw new Refusal('account_has_hold', { amount: formatMoney(formatMinor(heldMinor), account.currency) })
  }
  const pots = await findOpenPots(db, account.id)
  if (pots.length > 0)
    throw new Refusal('account_has_pots', { pots: pots.map(({ name }) => name).join(', ') })
  const pending = await findPending(db, account.id)
  if (!pending) return
  const { amount, currency, counterparty, description } = describeTransaction(pending, account.id)
  throw new Refusal('account_has_pending', {
    amount: formatMoney(amount, currency),
    payment: counterparty ?? description,
  })
}

/** Moves what is on the account to the one that the caller named. */
async function moveRest({ bank, actor, input, now }: CloseAccount, account: Account): Promise<void> {
  if (input.to === undefined) return
  const to = await requireOtherAccount(bank.db, actor.userId, account, input.to)
  if (to.closedAt) throw new Refusal('own_transfer_account_unknown')
  for (let movement = 1; movement <= movementsMax; movement++) {
    const { balanceMinor: amountMinor, entrySeq } = await readLastBalance(bank.db, account.id)
    if (amountMinor === 0n) return
    // Two calls at once, or one that is repeated, see the same entry as the last one and move the money once. The user's id is
    // known to no other customer, who could use up the id first.
    const transactionId = derivedId(`closing ${actor.userId} ${account.number} ${entrySeq} to ${to.number}`)
    const rest = { kind: 'closing', transactionId, from: account, to, amountMinor } as const
    await bookOwnTransfer({ bank, now }, actor.userId, rest).catch(unlessSpent)
  }
}

/** The customer spent some of it in between: the next round moves what is left then. */
function unlessSpent(error: unknown): void {
  if (!(error instanceof Refusal && error.code === 'balance_insufficient')) throw error
}

/** Closes the account under its lock and returns the session's new cookie; undefined when another call has closed it. */
async function close(
  connection: PoolClient,
  call: CloseAccount,
  { accountId, role }: { accountId: bigint; role: Role },
): Promise<string | undefined> {
  const { bank, actor, now } = call
  const account = await closeLocked(connection, bank, { accountId, role, now })
  if (!account) return undefined
  const { number } = account
  // Before the audit event: no holder of the audit chain's head waits for another lock.
  const token = await consumeProof(connection, actor, now)
  const mail = accountClosedMail(bank.config.bankName, actor, { ...account, by: 'customer' })
  await queueMail(connection, withOccasion(mail, call), now)
  await recordOwnAct(connection, { userId: actor.userId, now }, 'account_closed', { accountNumber: number })
  return token
}

/** Closes the account under its lock. Returns what the mail says about it; undefined when another call has closed it. */
async function closeLocked(
  connection: PoolClient,
  bank: Bank,
  { accountId, role, now }: { accountId: bigint; role: Role; now: Date },
): Promise<{ number: string; signInUntil: string | null } | undefined> {
  // Before the locks of the books, for which a run that holds a schedule waits.
  const { userId } = (await findAccount(connection, accountId))!
  const schedules = await lockSchedulesUsing(connection, { userId, id: accountId })
  await lockStandings(connection, accountId)
  const account = (await findAccount(connection, accountId))!
  if (account.closedAt) return undefined
  await requireClosable(connection, role, account)
  const { currency, number, isMain } = account
  if (!(await closeLedgerAccount(connection, accountId, now))) {
    const { balanceMinor } = await readLastBalance(connection, accountId)
    throw new Refusal('account_not_empty', { amount: formatMoney(formatMinor(balanceMinor), currency) })
  }
  await endSchedules(connection, schedules, { closed: accountId, now })
  return {
    number,
    signInUntil: isMain ? dayText(dayOf(signInEndsAt(now), bank.config.timeZone), 'long') : null,
  }
}
