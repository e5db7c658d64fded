import { isBetweenAccounts } from '@bank/ledger/kinds'
import type { Transaction } from '@bank/ledger/transaction'
import { findHolderName } from '../accounts/account.ts'
import type { Connection } from '../postgres/database.ts'

/**
 * The masked name of the account's holder, for the sender of a transfer inside the bank; otherwise null. The beneficiary's name
 * is what the sender wrote, and the money went by the account number.
 */
export async function readPayeeNameMasked(
  db: Connection,
  { kind, debitAccountId, creditAccountId }: Transaction,
  accountId: bigint,
): Promise<string | null> {
  if (debitAccountId !== accountId || !isBetweenAccounts(kind)) return null
  return maskedName(await findHolderName(db, creditAccountId!))
}

/**
 * The first letter of each word and three dots: enough to recognise a payee, or another person's account. The number of
 * dots is always the same, so the lengths of the words stay hidden.
 */
export function maskedName(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${firstLetterOf(word)}•••`)
    .join(' ')
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** With its accents. */
function firstLetterOf(word: string): string {
  const [first] = letters.segment(word)
  return first?.segment ?? ''
}
