import { formatMinor } from '@bank/ledger/money'
import type { BooksCheck } from '../../books/check/books-check.ts'
import { type MoneyPosition, totalOf } from '../../books/check/money-position.ts'

export function positionView(position: MoneyPosition) {
  return {
    currency: position.currency,
    accounts: formatMinor(position.accountsMinor),
    pots: formatMinor(position.potsMinor),
    inTransit: formatMinor(position.inTransitMinor),
    settlement: formatMinor(position.settlementMinor),
    disputes: formatMinor(position.disputesMinor),
    total: formatMinor(totalOf(position)),
  }
}

export function checkView({ finishedAt, invariant, fault, transactions, entries }: BooksCheck) {
  return {
    finishedAt,
    fault: invariant === null ? null : { invariant, row: fault ?? '' },
    transactionCount: Number(transactions),
    entryCount: Number(entries),
  }
}
