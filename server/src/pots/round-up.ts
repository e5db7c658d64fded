import type { PoolClient } from 'pg'
import type { Bank } from '../bank.ts'
import { derivedId } from '../books/derived-id.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { findPot, findRoundUps, lockRoundUp, storeRoundedSeq } from './pot.ts'
import { submitPotMovement } from './pot-movement.ts'
import { findRoundable, type Roundable } from './roundable.ts'

const potsMax = 50
// A round holds a database transaction while it waits for the books: few enough for its time limit.
const entriesMax = 10

/**
 * Rounds the transfers since the last round up to the whole unit, into the pots that customers chose, each once: the id of the
 * movement is derived from the pot and the posting. What the balance does not cover is skipped for ever, and a transfer that fails
 * later is not rounded down again. Returns how many pots had new entries.
 */
export async function roundUp(bank: Pick<Bank, 'db' | 'books'>): Promise<number> {
  const openingIds = await findRoundUps(bank.db, potsMax)
  for (const openingId of openingIds) {
    await inTransaction(bank.db, (connection) => roundUpInto(bank, connection, openingId))
  }
  return openingIds.length
}

async function roundUpInto(
  bank: Pick<Bank, 'db' | 'books'>,
  connection: PoolClient,
  openingId: string,
): Promise<void> {
  // Another process may be at it, or the customer may have switched it off.
  const after = await lockRoundUp(connection, openingId)
  if (after === undefined) return
  const pot = (await findPot(connection, openingId))!
  const entries = await findRoundable(connection, pot, { after, limit: entriesMax })
  for (const entry of entries) {
    const amountMinor = missingToWhole(entry)
    if (amountMinor === 0n) continue
    // A refusal is an answer too: the money did not suffice, or the account may not send.
    await submitPotMovement(bank, pot, {
      transactionId: derivedId(`round-up ${pot.openingId} ${entry.postingId}`),
      amountMinor,
      direction: 'in',
      description: `Rounded up into your pot “${pot.name}”`,
    })
  }
  const last = entries.at(-1)
  if (last) await storeRoundedSeq(connection, pot.id, last.seq)
}

// Every currency of the bank has 100 minor units in a whole one.
function missingToWhole({ isTransfer, amountMinor }: Roundable): bigint {
  return isTransfer ? (100n - (amountMinor % 100n)) % 100n : 0n
}
