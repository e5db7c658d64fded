import type { Entry, Posting } from './posting.ts'
import type { TransactionFacts } from './transaction.ts'

/** A posting as it is sealed: with the facts of the transaction where it is the first one. */
export type SealedPosting = Posting & {
  readonly opens: TransactionFacts | null
  readonly entries: readonly [debit: Entry, credit: Entry]
}

/**
 * Everything a batch booked, as one text that can be written in no other way: one line for each posting, in order.
 * The batch's hash covers it, so that a change to any of these rows shows when the books are checked.
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

function factsOf(facts: TransactionFacts): unknown[] {
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
