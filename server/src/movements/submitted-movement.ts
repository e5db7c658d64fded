import type { BooksRefusal } from '@bank/ledger/command'
import type { Movement, Transaction } from '@bank/ledger/transaction'
import type { Bank } from '../bank.ts'
import { type Opening, openingOf } from '../books/instruction.ts'
import { refusalOf } from '../books/refusal-of.ts'
import type { AnswerHeaders } from '../call.ts'
import type { Refusal } from '../refusal.ts'
import { limitsOf } from './movement-limits.ts'

/** The right by which a movement is instructed. */
type Right = Pick<Opening, 'authority' | 'audit' | 'undoMilliseconds'> & {
  /** Minor units. Absent: the bank's limits for its kind. */
  readonly limitMinor?: bigint
  /** The use case's own refusal for one of the books; undefined for the usual one. */
  readonly refuse?: (refusal: BooksRefusal) => Refusal | undefined | Promise<Refusal | undefined>
}

/**
 * Moves money for a use case, or throws the refusal. The same id with the same contents gets its first answer, whatever has changed
 * since, and the header that says so. Without `answer` nothing is answered: for a movement within a use case.
 */
export async function submitMovement(
  { bank, now, answer }: { readonly bank: Bank; readonly now: Date; readonly answer?: AnswerHeaders },
  movement: Movement,
  { limitMinor: ownLimitMinor, refuse, ...right }: Right,
): Promise<Transaction> {
  const limits = await limitsOf(bank, movement)
  const limitMinor = ownLimitMinor ?? limits.limitMinor
  const outcome = await bank.books.submit(
    openingOf(bank.books, movement, { ...limits, limitMinor, ...right }),
  )
  if ('refusal' in outcome) {
    const { refusal } = outcome
    const { currency } = movement
    throw (await refuse?.(refusal)) ?? refusalOf(refusal, { config: bank.config, limitMinor, currency, now })
  }
  if (outcome.replayed) answer?.header('Idempotency-Replayed', 'true')
  return outcome.transaction
}
