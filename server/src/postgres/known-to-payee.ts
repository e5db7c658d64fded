import { kindsThat } from '@bank/ledger/kinds'

/**
 * SQL: whether a transaction (its table or alias in the query) waits for its release, or came back before it. Nothing of it is shown, summed
 * or announced to its payee.
 */
export function isUnreleased(transaction: string): string {
  return `exists (select from releases r where r.transaction_id = ${transaction}.id and r.released_at is null)`
}

const waitingKinds = kindsThat('waitsForUndo')
  .map((kind) => `'${kind}'`)
  .join(', ')

/** SQL: whether a posting (by its alias) of a transaction ended its undo time, and took the money on to the payee (`endsUndoTime`). */
export function isReleasePosting(posting: string, transaction: string): string {
  return `(${posting}.id <> ${transaction}.id and ${transaction}.kind in (${waitingKinds})
           and ${posting}.status = 'success' and ${posting}.made_by = ${transaction}.made_by)`
}
