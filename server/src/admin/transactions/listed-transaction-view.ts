import { transactionOf } from '../../books/rows/transactions.ts'
import type { ListedRow } from '../../transaction-list/listed-selection.ts'
import { describeTransaction } from '../../transactions/transaction.ts'

/** A transaction of any customer, as its payer sees it; one that the bank pays, as its payee does. */
export function listedTransactionOf(row: ListedRow) {
  const { accountId, number, isMain, userId, userName, isOwn } = row
  return {
    ...describeTransaction(transactionOf(row), accountId),
    user: { id: userId, name: userName },
    accountNumber: isMain ? null : number,
    isOwn,
  }
}
