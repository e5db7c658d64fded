import { onOneConnection } from '../../postgres/connect-once.ts'
import { createOnce } from '../../postgres/create-once.ts'
import type { DatabaseAddress } from '../../postgres/database-address.ts'

const name = 'transactions_newest_of_a_status'

/**
 * Creates the index by which the transactions of all customers are listed, newest first, when it is missing. Only clients of the
 * hosted backend have such a list, and sending money writes every index, so a bank without the gateway does without it
 * (decision 40). Safe when several processes start at once. No transfer is booked while it is built. Throws a one-line error
 * when `address` is not that of the tables' owner.
 */
export async function createNewestTransactionsIndex(address: DatabaseAddress): Promise<void> {
  // A list without a status merges the scans of the three.
  const statement = `create index ${name} on transactions (status, created_at, id)`
  await onOneConnection(address, async (client) => {
    await createOnce(client, name, statement).catch((error: Error) => {
      const fault = `The index that GATEWAY_PROJECT needs could not be created: ${error.message}.`
      throw new Error(`${fault} Set DATABASE_OWNER_URL.`, { cause: error })
    })
  })
}
