import type { Verb } from '../call.ts'
import { sessionView } from './session.ts'

/** Returns the session of the caller, or null (specification §4, Auth state). Does not extend the session. */
export const checkSession: Verb<'checkSession'> = async ({ bank, actor, now }) => {
  return { session: actor && sessionView(bank, actor, now) }
}

/** Keeps the session open. The registrar extends it, as for every write. */
export const extendSession: Verb<'extendSession'> = async ({ bank, actor, now }) => {
  return sessionView(bank, actor, now)
}
