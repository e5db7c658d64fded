import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { isPinSet } from './pin.ts'

/** Whether the caller has a PIN that can be used. The screens ask a user without one to set a first PIN. */
export async function readPin({
  bank,
  actor,
  now,
}: Call<typeof endpoints.readPin>): Promise<{ isSet: boolean }> {
  return { isSet: await isPinSet(bank.db, actor.userId, { keys: bank.keys, now }) }
}
