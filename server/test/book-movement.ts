import { randomUUID } from 'node:crypto'
import { int64Max } from '@bank/ledger/money'
import type { Movement } from '@bank/ledger/transaction'
import type { Bank } from '../src/bank.ts'
import { openingOf } from '../src/books/instruction.ts'

type Booked = Omit<Movement, 'id' | 'currency'> & Partial<Pick<Movement, 'id' | 'currency'>>

/** Books a movement without its route and without a PIN: a funding as an administrator, a transfer as an order. Returns its id. */
export async function bookMovement(
  { books }: Pick<Bank, 'books'>,
  { id = randomUUID(), currency = 'USD', ...movement }: Booked,
): Promise<string> {
  const authority =
    movement.kind === 'funding'
      ? ({ by: 'bank' } as const)
      : ({ by: 'schedule', userId: movement.madeBy } as const)
  const outcome = await books.submit(
    openingOf(books, { ...movement, id, currency }, { limitMinor: int64Max, authority }),
  )
  if ('refusal' in outcome) throw new Error(`The movement was refused: ${outcome.refusal.code}`)
  return id
}
