import type { BooksRefusal } from './command.ts'
import { kinds } from './kinds.ts'
import type { LedgerAccount } from './ledger-account.ts'
import type { TransactionFacts } from './transaction.ts'

/**
 * The refusal of a debit after which a ledger account has less than its floor, or less than is held on it, or null. What is held the bank
 * may take.
 */
export function balanceRefusal(
  { floorMinor, heldMinor }: LedgerAccount,
  afterMinor: bigint,
  isByBank: boolean,
): BooksRefusal | null {
  if (floorMinor !== null && afterMinor < floorMinor) return { code: 'balance_insufficient' }
  const isHeld = !isByBank && heldMinor > 0n && afterMinor < heldMinor
  return isHeld ? { code: 'balance_held', heldMinor } : null
}

/** The facts with as much as the source has, where their kind stops there; null when it has nothing. */
export function withinBalance(facts: TransactionFacts, source: LedgerAccount): TransactionFacts | null {
  const hasLess = source.floorMinor !== null && source.balanceMinor < facts.amountMinor
  // A closed account has nothing, and its own refusal.
  if (!kinds[facts.kind].stopsAtBalance || !hasLess || source.isClosed) return facts
  return source.balanceMinor > 0n ? { ...facts, amountMinor: source.balanceMinor } : null
}
