import type { Endpoint } from '@bank/contract/endpoint'
import { endpoints } from '@bank/contract/endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bank } from '../../bank.ts'
import type { Actor } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import {
  elevatedUntil,
  endSession,
  type Session,
  sessionEndsAt,
  touchSession,
} from '../../sessions/session.ts'
import { admitCaller } from './admit-caller.ts'
import type { HttpContext } from './http-context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of the request's session; null until it has been looked up. */
    signedInAs: string | null
  }
}

/** A request whose caller belongs to the endpoint's audience. The actor is null for a visitor. */
export type AuthorizedRequest = { readonly actor: Actor | null; readonly now: Date }

/**
 * Looks up the caller's session, counts the call, and admits the caller or throws the refusal. `mayRecall`: a session that was read for
 * an earlier request may be taken, because the books verify it or the request is authorized again. `isAgain`: the call has been counted.
 * In a bank that is read-only every change is refused, `bank_read_only`.
 */
export async function authorizeRequest(
  endpoint: Endpoint,
  { bank, limits, queue }: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { mayRecall = false, isAgain = false }: { mayRecall?: boolean; isAgain?: boolean } = {},
): Promise<AuthorizedRequest> {
  if (bank.isReadOnly && !mayCallReadOnly(endpoint)) throw new Refusal('bank_read_only')
  const { sessionKey } = request.sentCookies
  const now = new Date(bank.clock())
  // A cookie without a session is not cleared: the request may have left before a sign-in or renewal whose answer set
  // another cookie, and clearing that one would sign the user out.
  const { actor: caller, isSuperseded } = await findCaller(bank, sessionKey, now, mayRecall)
  if (caller === null) {
    if (sessionKey !== undefined) queue.distrust(sessionKey)
  } else if (!isAgain) {
    request.signedInAs = caller.userId
    // Before the audience check, so that refused calls count as well.
    try {
      const left = countUser(endpoint, caller, { limits, queue }, now)
      if (left !== undefined) reply.header('ratelimit', left)
    } catch (refusal) {
      // One that has ended is signed out, whatever else is wrong.
      const isOpen = !caller.isRecalled || (await findCaller(bank, sessionKey, now, false)).actor !== null
      throw isOpen ? refusal : new Refusal('signed_out')
    }
  }
  const admit = () => admitCaller(endpoint.audience, caller, { bank, path: endpoint.path, now })
  const actor = await (isSuperseded ? refusedAsSignedOut(admit) : admit())
  // Pages poll by GET: only other requests count as activity.
  if (actor === null || endpoint.method === 'GET') return { actor, now }
  return { actor: await recordActivity(bank, actor, now), now }
}

/** Reading, and what a session needs for it. */
function mayCallReadOnly(endpoint: Endpoint): boolean {
  return endpoint.method === 'GET' || ofSessions.has(endpoint)
}

const ofSessions: ReadonlySet<Endpoint> = new Set([
  endpoints.signIn,
  endpoints.signInWithCode,
  endpoints.signInWithRecoveryCode,
  endpoints.extendSession,
  endpoints.signOut,
  endpoints.enterPasscode,
])

/** Counts a call of a user. From the limit on, the session's requests lose their priority for a while. */
function countUser(
  endpoint: Endpoint,
  { key, userId }: Actor,
  { limits, queue }: Pick<HttpContext, 'limits' | 'queue'>,
  now: Date,
): string | undefined {
  try {
    const left = limits.countUser(endpoint, userId, now.getTime())
    queue.trust(key)
    return left
  } catch (refusal) {
    queue.distrust(key)
    throw refusal
  }
}

/**
 * The user of the session with this key, or null. `isSuperseded` when the session has a newer cookie: for a minute the
 * earlier one may do what it could do before the renewal, and nothing that the renewal allowed. It has no activity of its own.
 */
async function findCaller(
  bank: Bank,
  sessionKey: string | undefined,
  now: Date,
  mayRecall: boolean,
): Promise<{ actor: Actor | null; isSuperseded: boolean }> {
  if (sessionKey === undefined) return { actor: null, isSuperseded: false }
  const recalled = mayRecall ? bank.sessions.recall(sessionKey, now) : undefined
  if (recalled) return { actor: actorIn(bank, recalled, { now, isRecalled: true }), isSuperseded: false }
  const session = await bank.sessions.find(sessionKey)
  if (session) return { actor: await actorOf(bank, session, now), isSuperseded: false }
  const earlier = await bank.sessions.findSuperseded(sessionKey, now)
  return { actor: earlier ? await actorOf(bank, earlier, now) : null, isSuperseded: earlier !== undefined }
}

/** With an earlier cookie a refusal may be wrong: `signed_out` makes the browser try again with the current one. */
async function refusedAsSignedOut<Result>(admit: () => Promise<Result>): Promise<Result> {
  try {
    return await admit()
  } catch (error) {
    throw error instanceof Refusal ? new Refusal('signed_out') : error
  }
}

async function actorOf(bank: Bank, session: Session, now: Date): Promise<Actor | null> {
  if (sessionEndsAt(session, bank.config) <= now) {
    await endSession(bank.db, session.key)
    return null
  }
  return actorIn(bank, session, { now, isRecalled: false })
}

function actorIn(
  { config }: Bank,
  session: Session,
  { now, isRecalled }: { now: Date; isRecalled: boolean },
): Actor {
  return { ...session, elevatedUntil: elevatedUntil(session, config, now), isRecalled }
}

/** Extends a session after a request. */
async function recordActivity(bank: Bank, actor: Actor, now: Date): Promise<Actor> {
  // At most once a minute, which spares the hot path a write; more often where the idle limits are short.
  const intervalMs = Math.min(
    60_000,
    bank.config.sessionMinutesIdle * 6_000,
    bank.config.elevationMinutesIdle * 6_000,
  )
  if (now.getTime() - actor.lastSeenAt.getTime() < intervalMs) return actor
  const isElevated = actor.elevatedUntil !== null
  await touchSession(bank.db, actor.key, now, isElevated)
  bank.sessions.forget(actor.key)
  const seen = { ...actor, lastSeenAt: now, elevatedSeenAt: isElevated ? now : actor.elevatedSeenAt }
  return { ...seen, elevatedUntil: elevatedUntil(seen, bank.config, now) }
}
