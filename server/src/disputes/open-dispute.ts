import { disputableDays, disputeCauses } from '@bank/contract/disputes/causes'
import type { disputeInstruction } from '@bank/contract/disputes/form'
import { formatMoney } from '@bank/contract/format-money'
import { kinds } from '@bank/ledger/kinds'
import { formatMinor } from '@bank/ledger/money'
import type { Transaction } from '@bank/ledger/transaction'
import type { PoolClient } from 'pg'
import type * as z from 'zod/mini'
import { type Account, findAccount } from '../accounts/account.ts'
import { recordAdministratorAct } from '../admin/administrator-act.ts'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Bank } from '../bank.ts'
import type { StaffActor, Verb } from '../call.ts'
import { disputeOpenedMail } from '../mail/dispute-letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { openCase } from '../support/case.ts'
import { requireSameEntry } from '../support/case-entry.ts'
import { describeTransaction, findOwnTransaction, findTransaction } from '../transactions/transaction.ts'
import { readUser } from '../users/user.ts'
import { decidedBy, disputableUntil } from './disputable.ts'
import { type Dispute, findDispute, insertDispute, readCreditedMinor, viewOf } from './dispute.ts'

/** Disputes a payment of the caller's: opens a case with the description, which the bank decides in `DISPUTE_WITHIN` days. */
export const openDispute: Verb<'openDispute'> = async ({ bank, actor, params, input, now }) => {
  const transaction = await findOwnTransaction(bank.db, params.id, actor.account.id)
  if (!transaction) throw new Refusal('transaction_not_found')
  if (transaction.debitAccountId !== actor.account.id) throw new Refusal('payment_not_disputable')
  const account = { ...actor.account, userId: actor.userId }
  return dispute(bank, { transaction, account, input, staff: null, now })
}

/** Disputes a payment of a customer for them, who told staff about it. */
export const openDisputeOfUser: Verb<'openDisputeOfUser'> = async ({ bank, actor, params, input, now }) => {
  const transaction = await findTransaction(bank.db, params.id)
  if (!transaction) throw new Refusal('transaction_not_found')
  if (transaction.debitAccountId === null) throw new Refusal('payment_not_disputable')
  const account = (await findAccount(bank.db, transaction.debitAccountId))!
  if (account.userId === actor.userId) throw new Refusal('own_account_edited')
  return dispute(bank, { transaction, account, input, staff: actor, now })
}

type DisputeRequest = {
  readonly transaction: Transaction
  /** The account that paid. */
  readonly account: Pick<Account, 'id' | 'number' | 'userId'>
  readonly input: z.output<typeof disputeInstruction>
  /** Null where the customer disputes it. */
  readonly staff: StaffActor | null
  readonly now: Date
}

async function dispute(bank: Bank, request: DisputeRequest) {
  const { input, account, staff } = request
  const { disputeId: id, text } = input
  const earlier = await findDispute(bank.db, id)
  if (earlier) {
    requireRepeat(earlier, request)
    const [side, authorId] = staff
      ? (['bank', staff.userId] as const)
      : (['customer', account.userId] as const)
    await requireSameEntry(bank.db, { id, caseId: id, side, authorId, text })
    return viewOf(earlier)
  }
  requireDisputable(request)
  await inTransaction(bank.db, (connection) => store(connection, bank, request))
  const stored = await findDispute(bank.db, id)
  // Otherwise a case has the id.
  if (!stored) throw new Refusal('id_reused')
  return viewOf(requireRepeat(stored, request))
}

/** The dispute with the id of a request; throws where it is not what the request asks for. */
function requireRepeat(earlier: Dispute, { transaction, input, account, staff }: DisputeRequest): Dispute {
  const isSame =
    earlier.transactionId === transaction.id &&
    earlier.openedBy.id === (staff?.userId ?? account.userId) &&
    earlier.cause === input.cause &&
    earlier.amountMinor === input.amount
  if (!isSame) throw new Refusal('id_reused')
  return earlier
}

function requireDisputable({ transaction, now }: DisputeRequest): void {
  if (!kinds[transaction.kind].mayBeDisputed) throw new Refusal('payment_not_disputable')
  if (transaction.status === 'failed') throw new Refusal('payment_came_back')
  if (now >= disputableUntil(transaction)) throw new Refusal('dispute_too_late', { days: disputableDays })
}

async function store(connection: PoolClient, { config }: Bank, request: DisputeRequest): Promise<void> {
  const { transaction, account, input, staff, now } = request
  const { disputeId: id, cause, amount: amountMinor, text } = input
  const { userId } = account
  const { email, name } = await readUser(connection, userId)
  const dueAt = decidedBy(now, config)
  const amount = formatMoney(formatMinor(amountMinor), transaction.currency)
  const subject = `Dispute of ${amount}: ${disputeCauses[cause]}`
  const openedById = staff?.userId ?? userId
  const written = { id, kind: 'dispute', userId, email, subject, text, authorId: openedById } as const
  // Two at once under one id: the second one waits here, and finds the first one.
  if (!(await openCase(connection, config, { ...written, transactionId: transaction.id, dueAt, now }))) return
  const row = { id, transactionId: transaction.id, accountId: account.id, userId, cause, amountMinor, dueAt }
  if (!(await insertDispute(connection, { ...row, openedById, openedAt: now }))) {
    throw new Refusal('dispute_open_already')
  }
  // After the row is stored: every other dispute of the payment has ended, and gets no credit any more.
  const leftMinor = transaction.amountMinor - (await readCreditedMinor(connection, transaction.id))
  if (amountMinor > leftMinor) {
    const most = formatMoney(formatMinor(leftMinor), transaction.currency)
    throw new Refusal('dispute_amount_exceeded', { most })
  }
  const { counterparty, description } = describeTransaction(transaction, account.id)
  const payee = counterparty ?? description
  const mail = disputeOpenedMail(
    config,
    { name, email, number: account.number },
    { amount, payee, dueAt, id },
  )
  await queueMail(connection, mail, now)
  const details = {
    disputeId: id,
    transactionId: transaction.id,
    amount: formatMinor(amountMinor),
    currency: transaction.currency,
  }
  const event = { action: 'dispute_opened', target: userId, details, now } as const
  if (staff) await recordAdministratorAct(connection, staff, event)
  else await recordAudit(connection, { ...event, actorId: userId })
}
