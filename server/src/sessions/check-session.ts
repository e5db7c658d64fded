import type { endpoints } from '@bank/contract/endpoints'
import type { SessionView } from '@bank/contract/sessions/view'
import type { Call } from '../call.ts'
import { sessionView } from './session.ts'

/** Returns the session of the caller, or null (specification §4, Auth state). Does not extend the session. */
export async function checkSession({ actor }: Call<typeof endpoints.checkSession>) {
  return { session: actor && sessionView(actor, actor) }
}

/** Keeps the session open. The registrar extends it, as for every write. */
export async function extendSession({ actor }: Call<typeof endpoints.extendSession>): Promise<SessionView> {
  return sessionView(actor, actor)
}
