import type { Verb } from '../call.ts'
import { isPinSet } from './pin.ts'

/** Whether the caller has a PIN that can be used. The screens ask a user without one to set a first PIN. */
export const readPin: Verb<'readPin'> = async ({ bank, actor, now }) => {
  return { isSet: await isPinSet(bank.db, actor.userId, { keys: bank.keys, now }) }
}
