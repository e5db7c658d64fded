import { int64Max, missingToWhole } from '@bank/ledger/money'
import type { PoolClient } from 'pg'
import type { Bank } from '../bank.ts'
import { openingOf } from '../books/instruction.ts'
import { type Job, withBank } from '../jobs/job.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { releasedUntilAt } from '../transactions/release.ts'
import { findPot, findRoundUps, lockRoundUp, mayFindRoundUps, storeRoundedSeq } from './pot.ts'
import { movementOfPot } from './pot-movement.ts'
import { findRoundable, roundUpIdOf } from './roundable.ts'

const potsMax = 50
// A round holds a database transaction while it waits for the books: few enough for its time limit.
const entriesMax = 10

/**
 * Rounds the transfers since the last round up to the whole unit, into the pots that customers chose, each once and in their order: the id
 * of the movement is derived from the pot and the posting. One that its sender can still take back waits, and what follows it; one that
 * was taken back is left out. What the balance does not cover is skipped for ever, and a transfer that fails
 * later is not rounded down again. Returns how many pots had new entries.
 */
export async function roundUp(bank: RoundingBank): Promise<number> {
  const releasedUntil = releasedUntilAt(bank.clock(), bank.config)
  const openingIds = await findRoundUps(bank.db, { limit: potsMax, releasedUntil })
  for (const openingId of openingIds) {
    await inTransaction(bank.db, (connection) => roundUpInto(bank, connection, { openingId, releasedUntil }))
  }
  return openingIds.length
}

type RoundingBank = Pick<Bank, 'db' | 'books' | 'clock' | 'config'>

async function roundUpInto(
  bank: RoundingBank,
  connection: PoolClient,
  { openingId, releasedUntil }: { openingId: string; releasedUntil: Date | null },
): Promise<void> {
  // Another process may be at it, or the customer may have switched it off.
  const after = await lockRoundUp(connection, openingId)
  if (after === undefined) return
  const pot = (await findPot(connection, openingId))!
  const found = await findRoundable(connection, pot, { after, limit: entriesMax, releasedUntil })
  const waiting = found.findIndex(({ isUnreleased }) => isUnreleased)
  const entries = waiting === -1 ? found : found.slice(0, waiting)
  for (const entry of entries) {
    const amountMinor = entry.isTransfer ? missingToWhole(entry.amountMinor) : 0n
    if (amountMinor === 0n) continue
    // A refusal is an answer too: the money did not suffice, or the account may not send.
    const id = roundUpIdOf(pot.openingId, entry.postingId)
    const movement = movementOfPot(pot, { kind: 'round_up', id, amountMinor })
    const authority = { by: 'own', userId: pot.ownerId } as const
    await bank.books.submit(openingOf(bank.books, movement, { limitMinor: int64Max, authority }))
  }
  const last = entries.at(-1)
  if (last) await storeRoundedSeq(connection, pot.id, last.seq)
}

export const roundUpJob: Job = {
  name: 'round-up',
  pauseSeconds: 1,
  waitsAfterRestore: true,
  // Most rounds end with the first question.
  open: withBank(async (bank) => ((await mayFindRoundUps(bank.db)) ? roundUp(bank) : 0)),
}
