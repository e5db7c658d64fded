import type { endpoints } from '@bank/contract/endpoints'
import type { PotList } from '@bank/contract/pots/view'
import type { Call } from '../call.ts'
import { findOpenPots, potView } from './pot.ts'

/** The open pots of the account of the request, oldest first. */
export async function listPots({ bank, actor }: Call<typeof endpoints.listPots>): Promise<PotList> {
  const pots = await findOpenPots(bank.db, actor.account.id)
  return { pots: pots.map(potView) }
}
