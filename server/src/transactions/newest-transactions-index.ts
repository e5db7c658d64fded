import { connectOnce } from '../postgres/connect-once.ts'
import { createOnce } from '../postgres/create-once.ts'
import type { DatabaseAddress } from '../postgres/database-address.ts'

const name = 'transactions_newest_of_a_status'

/**
 * Creates the index by which the transactions of all customers are listed, newest first, when it is missing. Only clients of the
 * hosted backend have such a list, and sending money writes every index, so a bank without the gateway does without it
 * (decision 40). Safe when several processes start at once. No transfer is booked while it is built. Throws a one-line error
 * when `address` is not that of the tables' owner.
 */
export async function createNewestTransactionsIndex(address: DatabaseAddress): Promise<void> {
  const client = await connectOnce(address)
  try {
    // A list without a status merges the scans of the three.
    await createOnce(client, name, `create index ${name} on transactions (status, created_at, id)`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    const fault = `The index that GATEWAY_PROJECT needs could not be created: ${reason}.`
    throw new Error(`${fault} Set DATABASE_OWNER_URL.`, { cause: error })
  } finally {
    await client.end()
  }
}
