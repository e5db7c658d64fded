import type { BooksRefusal } from './command.ts'
import type { LedgerAccount } from './ledger-account.ts'
import { fitsInt64 } from './money.ts'
import type { Entry, Posting } from './posting.ts'
import { balanceRefusal } from './sufficient-balance.ts'
import type { Worksheet } from './worksheet.ts'

/** A posting about to be booked, with its two ledger accounts as they are before it. */
export type PostingToBook = Omit<Posting, 'debit' | 'credit' | 'bookedAt'> & {
  readonly debit: LedgerAccount
  readonly credit: LedgerAccount
  /** Whether the bank instructs it, which may take what is held. */
  readonly isByBank: boolean
}

/** Books a posting with its two entries and returns it, or refuses and books nothing. */
export function post(
  worksheet: Worksheet,
  toBook: PostingToBook,
  now: number,
): { readonly posting: Posting } | { readonly refusal: BooksRefusal } {
  const { debit, credit, isByBank, ...rest } = toBook
  if (debit.isClosed || credit.isClosed) {
    return { refusal: { code: 'account_closed', closed: debit.isClosed ? debit.id : credit.id } }
  }
  const debitAfter = debit.balanceMinor - rest.amountMinor
  const creditAfter = credit.balanceMinor + rest.amountMinor
  if (!fitsInt64(debitAfter) || !fitsInt64(creditAfter)) return { refusal: { code: 'amount_too_large' } }
  const refusal = balanceRefusal(debit, debitAfter, isByBank)
  if (refusal) return { refusal }

  const bookedAt = bookingTime(debit, credit, now)
  const entry = (account: LedgerAccount, amountMinor: bigint, balanceMinor: bigint): Entry => ({
    ledgerAccountId: account.id,
    seq: account.entrySeq + 1n,
    amountMinor,
    balanceMinor,
    postingId: rest.id,
    bookedAt,
  })
  const posting = { ...rest, debit: debit.id, credit: credit.id, bookedAt }
  worksheet.addPosting(posting, [
    entry(debit, -rest.amountMinor, debitAfter),
    entry(credit, rest.amountMinor, creditAfter),
  ])
  return { posting }
}

/** When a posting between two ledger accounts is booked: when the clock was set back, its entries still must not precede earlier ones. */
export function bookingTime(debit: LedgerAccount, credit: LedgerAccount, now: number): number {
  return Math.max(now, debit.lastBookedAt ?? 0, credit.lastBookedAt ?? 0)
}
