import { formatMoney } from '@bank/contract/format-money'
import { formatMinor, int64Max } from '@bank/ledger/money'
import type { Transaction } from '@bank/ledger/transaction'
import type { PoolClient } from 'pg'
import { type Account, findAccountsOfUser } from '../../accounts/account.ts'
import type { Bank } from '../../bank.ts'
import type { Opening } from '../../books/instruction.ts'
import type { Control } from '../../books/rows/approvals.ts'
import {
  type Dispute,
  findDispute,
  lockDispute,
  lockPayments,
  readCreditedMinor,
} from '../../disputes/dispute.ts'
import { disputeCreditedMail } from '../../mail/dispute-letters.ts'
import { submitMovement } from '../../movements/submitted-movement.ts'
import type { Connection } from '../../postgres/database.ts'
import { Refusal } from '../../refusal.ts'
import { findTransaction } from '../../transactions/transaction.ts'
import { readUser } from '../../users/user.ts'

/** The open account of a dispute's customer for a credit and its taking back: this one, or where it is closed another one in its currency. */
export async function findDisputeAccount(
  db: Connection,
  { user, currency }: Pick<Dispute, 'user' | 'currency'>,
  accountId: bigint,
): Promise<Account | undefined> {
  const accounts = await findAccountsOfUser(db, user.id)
  const open = accounts.filter((account) => account.currency === currency && !account.closedAt)
  return open.find(({ id }) => id === accountId) ?? open[0]
}

/** Throws the reason why a dispute gets no credit. Inside `lockPayments` it stays true that there is none. */
export async function requireCreditable(db: Connection, dispute: Dispute): Promise<void> {
  const { transactionId, amountMinor, credit, end } = dispute
  if (end) throw new Refusal('dispute_ended', { name: end.by.name })
  if (credit) throw new Refusal('dispute_credited', { name: credit.by.name })
  const payment = (await findTransaction(db, transactionId))!
  if (payment.status === 'failed') throw new Refusal('payment_came_back')
  const leftMinor = payment.amountMinor - (await readCreditedMinor(db, transactionId))
  if (amountMinor <= leftMinor) return
  throw new Refusal('dispute_credit_exceeded', {
    most: formatMoney(formatMinor(leftMinor), payment.currency),
  })
}

/** Whom a mail about a dispute is addressed to, and the account that it names. */
export async function ownerOf(db: Connection, { user }: Dispute, { number }: Pick<Account, 'number'>) {
  const { name, email } = await readUser(db, user.id)
  return { name, email, number }
}

/**
 * Books the provisional credit of a dispute, with its row and the mail in the same commit, or throws the refusal. The same id is booked
 * once. Call it inside `whileAdministrator`, or while its approval is locked, with the connection of that transaction.
 */
export async function bookCredit(
  connection: PoolClient,
  { bank, now }: { bank: Bank; now: Date },
  { id, disputeId, reason, madeBy }: { id: string; disputeId: string; reason: string; madeBy: string },
  control: Control,
): Promise<void> {
  const { db, config } = bank
  const found = await findDispute(connection, disputeId)
  if (!found) throw new Refusal('dispute_not_found')
  await lockPayments(connection, db, [found.transactionId])
  const dispute = (await lockDispute(connection, disputeId, 'for key share'))!
  if (dispute.credit?.id === id) return
  await requireCreditable(connection, dispute)
  const { amountMinor, currency, accountId, user } = dispute
  const account = await findDisputeAccount(connection, dispute, accountId)
  if (!account) throw new Refusal('dispute_without_account', { currency })
  const owner = await ownerOf(connection, dispute, account)
  await submitMovement(
    { bank, now },
    { kind: 'provisional_credit', id, to: account.id, currency, amountMinor, madeBy },
    {
      limitMinor: int64Max,
      authority: { by: 'bank' },
      audit: {
        action: 'dispute_credited',
        target: user.id,
        ...(!account.isMain && { accountNumber: account.number }),
        reason,
        dispute: { disputeId, is: 'credit' },
        mailOf: () => disputeCreditedMail(config, owner, { id: disputeId, amountMinor, currency }),
        ...control,
      },
      // Another member of staff has credited it at the same moment, under the same id.
      refuse: async ({ code }) => {
        if (code !== 'id_reused') return undefined
        const { credit } = (await findDispute(connection, disputeId))!
        return credit ? new Refusal('dispute_credited', { name: credit.by.name }) : undefined
      },
    },
  )
}

/**
 * Has the books take back up to an amount of the credit of a dispute from an account of the customer, with the mail and what becomes of the
 * dispute in the same commit. The same id is booked once. Call it inside `whileAdministrator`.
 */
export function takeBackCredit(
  { bank, now }: { bank: Bank; now: Date },
  taken: { id: string; dispute: Dispute; payer: Account; mostMinor: bigint; madeBy: string },
  audit: Pick<NonNullable<Opening['audit']>, 'action' | 'reason' | 'dispute' | 'mailOf'>,
): Promise<Transaction> {
  const { id, dispute, payer, mostMinor: amountMinor, madeBy } = taken
  const { currency, credit, user } = dispute
  const from = payer.id
  return submitMovement(
    { bank, now },
    { kind: 'credit_taking_back', id, from, currency, amountMinor, creditDetail: credit!.id, madeBy },
    {
      authority: { by: 'bank' },
      audit: { target: user.id, ...(!payer.isMain && { accountNumber: payer.number }), ...audit },
    },
  )
}
