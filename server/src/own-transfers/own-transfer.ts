import type { Transaction } from '@bank/ledger/transaction'
import { type Account, findOwnAccount } from '../accounts/account.ts'
import type { Bank } from '../bank.ts'
import type { AnswerHeaders } from '../call.ts'
import { submitMovement } from '../movements/submitted-movement.ts'
import type { Connection } from '../postgres/database.ts'
import { Refusal } from '../refusal.ts'

type Source = Pick<Account, 'id' | 'number' | 'currency'>

/** Money from one account of a customer to another: one transaction, booked at once, without a PIN. */
export type OwnTransfer = {
  readonly kind: 'own_transfer' | 'closing'
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

/** Books an own transfer, or the rest of an account that is closed, and throws the refusal of the books. */
export function bookOwnTransfer(
  call: { readonly bank: Bank; readonly now: Date; readonly answer?: AnswerHeaders },
  userId: string,
  { kind, transactionId: id, from, to, amountMinor }: OwnTransfer,
): Promise<Transaction> {
  const sides = { from: from.id, to: to.id, debitDetail: to.number, creditDetail: from.number }
  const movement = { kind, id, ...sides, currency: from.currency, amountMinor, madeBy: userId }
  return submitMovement(call, movement, { authority: { by: 'own', userId } })
}
