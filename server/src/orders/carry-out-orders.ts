import type { Bank } from '../bank.ts'
import { openingOf } from '../books/instruction.ts'
import type { Job } from '../jobs/job.ts'
import { limitsOf } from '../movements/movement-limits.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { findDueOrders, lockOrder, type Order, storeOutcome } from './order.ts'

const ordersMax = 50

/**
 * Carries out the orders that are due, each once, by whichever process locks it first: its transaction has the order's id, so that
 * an order whose outcome was lost gets its first answer. A refusal is an outcome too. Returns how many orders were due.
 */
export async function carryOutOrders(bank: Bank, now: Date): Promise<number> {
  const ids = await findDueOrders(bank.db, now, ordersMax)
  const failures: unknown[] = []
  for (const id of ids) {
    await inTransaction(bank.db, async (connection) => {
      const order = await lockOrder(connection, id)
      if (order) await storeOutcome(connection, id, { refusal: await carryOut(bank, order), doneAt: now })
    }).catch((error: unknown) => failures.push(error))
  }
  // One that failed does not hold up the others; it is tried again in the next round.
  if (failures.length > 0) throw failures[0]
  return ids.length
}

/** Submits an order, limited like what the customer sends at once. Returns the code of the refusal, or null. */
async function carryOut(bank: Bank, { movement, approvedBy }: Order): Promise<string | null> {
  const { madeBy: userId } = movement
  const outcome = await bank.books.submit(
    openingOf(bank.books, movement, {
      ...(await limitsOf(bank, movement)),
      authority: approvedBy === null ? { by: 'schedule', userId } : { by: 'approval', userId, approvedBy },
    }),
  )
  return 'refusal' in outcome ? outcome.refusal.code : null
}

export const carryOutOrdersJob: Job = {
  name: 'carry-out-orders',
  pauseSeconds: 1,
  waitsAfterRestore: true,
  open:
    ({ bank }) =>
    (now) =>
      carryOutOrders(bank, now),
}
