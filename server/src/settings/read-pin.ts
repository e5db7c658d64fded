import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { isPinSet } from './stored-pin.ts'

/** Whether one has a PIN: who has none is asked for a first one, not for the current. */
export async function readPin({ bank, actor }: Call<typeof endpoints.readPin>): Promise<{ isSet: boolean }> {
  return { isSet: await isPinSet(bank.db, actor.userId, bank.keys) }
}
