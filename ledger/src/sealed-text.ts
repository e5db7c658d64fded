import type { Entry, Posting } from './posting.ts'
import type { SealedFacts } from './transaction.ts'

/** A posting as it is sealed: the first one of a transaction with the transaction's sealed facts. */
export type SealedPosting = Posting & {
  readonly opens: SealedFacts | null
  /** Of a transaction that was sealed before transactions had a kind. */
  readonly descriptions?: Descriptions | undefined
  readonly entries: readonly [debit: Entry, credit: Entry]
}

/** What each side of a transaction was told before transactions had a kind; null on the bank's own side. */
export type Descriptions = { readonly debit: string | null; readonly credit: string | null }

/**
 * Everything a batch booked, in a canonical text: one line per posting, in order. The batch's hash covers it, so that
 * check-books detects a change to any of these rows.
 */
export function sealedText(postings: readonly SealedPosting[]): string {
  return postings.map(lineOf).join('\n')
}

function lineOf({ opens, descriptions, entries, ...posting }: SealedPosting): string {
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
    opens && (descriptions ? factsOfVersion1(opens, descriptions) : factsOf(opens)),
  ])
}

/** The version of the text comes first, where the text of version 1 has the first status. */
function factsOf(facts: SealedFacts): unknown[] {
  return [2, facts.kind, ...routeOf(facts), facts.debitDetail, facts.creditDetail, beneficiaryOf(facts)]
}

/** The facts as they were sealed before transactions had a kind: with both sides' descriptions in English instead. */
function factsOfVersion1(facts: SealedFacts, { debit, credit }: Descriptions): unknown[] {
  return [...routeOf(facts), debit, credit, beneficiaryOf(facts)]
}

function routeOf({ firstStatus, currency, route, debitAccountId, creditAccountId }: SealedFacts): unknown[] {
  return [
    firstStatus,
    currency,
    route.source.toString(),
    route.inTransit.toString(),
    route.destination.toString(),
    debitAccountId?.toString() ?? null,
    creditAccountId?.toString() ?? null,
  ]
}

function beneficiaryOf({ beneficiary }: SealedFacts): readonly string[] | null {
  return (
    beneficiary && [
      beneficiary.accountName,
      beneficiary.accountNumber,
      beneficiary.bankName,
      beneficiary.bankAddress,
      beneficiary.swiftCode,
      beneficiary.routingNumber,
    ]
  )
}
