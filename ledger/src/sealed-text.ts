import type { Entry, Posting } from './posting.ts'
import type { SealedFacts } from './transaction.ts'

/** A posting as it is sealed: the first one of a transaction with the transaction's sealed facts. */
export type SealedPosting = Posting & {
  readonly opens: SealedFacts | null
  readonly entries: readonly [debit: Entry, credit: Entry]
}

/**
 * Everything a batch booked, in a canonical text: one line per posting, in order. The batch's hash covers it, so that
 * check-books detects a change to any of these rows.
 */
export function sealedText(postings: readonly SealedPosting[]): string {
  return postings.map(lineOf).join('\n')
}

function lineOf({ opens, entries, ...posting }: SealedPosting): string {
  return JSON.stringify([
    posting.id,
    posting.transactionId,
    posting.status,
    posting.debit.toString(),
    posting.credit.toString(),
    posting.amountMinor.toString(),
    posting.madeBy,
    posting.bookedAt,
    ...entries.flatMap((entry) => [entry.seq.toString(), entry.balanceMinor.toString()]),
    opens && factsOf(opens),
  ])
}

function factsOf(facts: SealedFacts): unknown[] {
  const { route, beneficiary } = facts
  return [
    facts.firstStatus,
    facts.currency,
    route.source.toString(),
    route.inTransit.toString(),
    route.destination.toString(),
    facts.debitAccountId?.toString() ?? null,
    facts.creditAccountId?.toString() ?? null,
    facts.debitDescription,
    facts.creditDescription,
    beneficiary && [
      beneficiary.accountName,
      beneficiary.accountNumber,
      beneficiary.bankName,
      beneficiary.bankAddress,
      beneficiary.swiftCode,
      beneficiary.routingNumber,
    ],
  ]
}
