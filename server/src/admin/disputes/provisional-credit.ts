import { int64Max } from '@bank/ledger/money'
import { type Account, findAccountsOfUser } from '../../accounts/account.ts'
import type { Bank } from '../../bank.ts'
import type { Control } from '../../books/rows/approvals.ts'
import { type Dispute, findDispute, lockDispute } from '../../disputes/dispute.ts'
import { disputeCreditedMail } from '../../mail/dispute-letters.ts'
import { submitMovement } from '../../movements/submitted-movement.ts'
import type { Connection } from '../../postgres/database.ts'
import { whileHeld } from '../../postgres/while-held.ts'
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

/** Throws the reason why a dispute gets no credit. */
export function requireCreditable({ credit, end }: Dispute): void {
  if (end) throw new Refusal('dispute_ended', { name: end.by.name })
  if (credit) throw new Refusal('dispute_credited', { name: credit.by.name })
}

/** Whom a mail about a dispute is addressed to, and the account that it names. */
export async function ownerOf(db: Connection, { user }: Dispute, { number }: Pick<Account, 'number'>) {
  const { name, email } = await readUser(db, user.id)
  return { name, email, number }
}

/**
 * Books the provisional credit of a dispute, with its row and the mail in the same commit, or throws the refusal. The same id is booked
 * once. Call it inside `whileAdministrator`, or while its approval is locked.
 */
export function bookCredit(
  { bank, now }: { bank: Bank; now: Date },
  { id, disputeId, reason, madeBy }: { id: string; disputeId: string; reason: string; madeBy: string },
  control: Control,
): Promise<void> {
  const { db, config } = bank
  return whileHeld(
    db,
    async (connection) => {
      const dispute = await lockDispute(connection, disputeId, 'for key share')
      if (!dispute) throw new Refusal('dispute_not_found')
      if (dispute.credit?.id === id) return null
      requireCreditable(dispute)
      const payment = (await findTransaction(connection, dispute.transactionId))!
      if (payment.status === 'failed') throw new Refusal('payment_came_back')
      return dispute
    },
    async (dispute) => {
      if (!dispute) return
      const { amountMinor, currency, accountId, user } = dispute
      const account = await findDisputeAccount(db, dispute, accountId)
      if (!account) throw new Refusal('dispute_without_account', { currency })
      const owner = await ownerOf(db, dispute, account)
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
            const { credit } = (await findDispute(db, disputeId))!
            return credit ? new Refusal('dispute_credited', { name: credit.by.name }) : undefined
          },
        },
      )
    },
  )
}
