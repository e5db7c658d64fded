import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { isPinSet } from './pin.ts'

/** Whether the caller has a PIN that can be right: a user without one is asked for a first one, not for the current. */
export async function readPin({
  bank,
  actor,
  now,
}: Call<typeof endpoints.readPin>): Promise<{ isSet: boolean }> {
  return { isSet: await isPinSet(bank.db, actor.userId, { keys: bank.keys, now }) }
}
