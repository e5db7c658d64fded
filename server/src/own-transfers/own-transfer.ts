import type { Outcome } from '@bank/ledger/decide'
import { int64Max } from '@bank/ledger/money'
import type { Transaction } from '@bank/ledger/transaction'
import { type Account, findOwnAccount } from '../accounts/account.ts'
import type { Bank } from '../bank.ts'
import { refusalOf } from '../books/refusal-of.ts'
import type { Connection } from '../postgres/database.ts'
import { Refusal } from '../refusal.ts'

type Source = Pick<Account, 'id' | 'number' | 'currency'>

/** Money from one account of a customer to another: one transaction, booked at once, without a PIN. */
export type OwnTransfer = {
  readonly transactionId: string
  readonly from: Source
  readonly to: Account
  /** Minor units. */
  readonly amountMinor: bigint
}

/** The account of the same user with this number, if money from `from` can go there. */
export async function requireOtherAccount(
  db: Connection,
  userId: string,
  from: Source,
  number: string,
): Promise<Account> {
  const to = await findOwnAccount(db, userId, number)
  if (!to) throw new Refusal('own_transfer_account_unknown')
  if (to.id === from.id) throw new Refusal('own_transfer_same_account')
  if (to.currency !== from.currency) throw new Refusal('own_transfer_currency_different')
  return to
}

/** Submits an own transfer to the books and throws their refusal. The same id with the same contents gets its first answer. */
export async function bookOwnTransfer(
  { books, config: { timeZone } }: Pick<Bank, 'books' | 'config'>,
  userId: string,
  transfer: OwnTransfer,
  now: Date,
): Promise<{ readonly transaction: Transaction; readonly replayed: boolean }> {
  const { from, to, transactionId, amountMinor } = transfer
  const { currency } = from
  // Only the ledger limits it: the money stays with the customer.
  const limitMinor = int64Max
  const outcome: Outcome = await books.submit({
    kind: 'open_transaction',
    facts: {
      id: transactionId,
      route: {
        source: from.id,
        inTransit: books.internalAccounts[currency].inTransit,
        destination: to.id,
      },
      debitAccountId: from.id,
      creditAccountId: to.id,
      currency,
      amountMinor,
      debitDescription: `Moved to your account ${to.number}`,
      creditDescription: `Moved from your account ${from.number}`,
      beneficiary: null,
      firstStatus: 'success',
      madeBy: userId,
      reference: null,
    },
    limitMinor,
    sender: { userId, pin: null },
  })
  if ('refusal' in outcome) {
    throw refusalOf(outcome.refusal, { limitMinor, currency, now: now.getTime(), timeZone })
  }
  return outcome
}
