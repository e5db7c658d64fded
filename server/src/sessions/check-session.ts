import type { endpoints } from '@bank/contract/endpoints'
import type { SessionView } from '@bank/contract/sessions/view'
import type { Actor, Call } from '../call.ts'
import { sessionView } from './session.ts'

/** Who is signed in, if anybody (specification §4, Auth state). Looking does not keep a session open. */
export async function checkSession({ actor }: Call<typeof endpoints.checkSession, Actor | null>) {
  return { session: actor && sessionView(actor, actor) }
}

/** Stays signed in: the registrar has noted the heartbeat, as for every write. */
export async function extendSession({ actor }: Call<typeof endpoints.extendSession>): Promise<SessionView> {
  return sessionView(actor, actor)
}
