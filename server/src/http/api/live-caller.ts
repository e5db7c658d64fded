import type { FastifyRequest } from 'fastify'
import type { Bank } from '../../bank.ts'
import type { Config } from '../../config/config.ts'
import type { WatchedSession } from '../../live/listeners.ts'
import { findWatchedSession } from '../../sessions/watched-session.ts'
import { countedAddress, isLoopbackAddress } from './origin.ts'

/** The session of a request for a live connection; undefined when there is none or it has ended. */
export async function findOpenSession(
  { sentCookies: { sessionKey } }: FastifyRequest,
  { db, config, clock }: Bank,
): Promise<WatchedSession | undefined> {
  if (sessionKey === undefined) return undefined
  const now = new Date(clock())
  const session = await findWatchedSession(db, config, sessionKey, now)
  return session !== undefined && session.endsAt > now ? session : undefined
}

/** The address for the limits of live connections. Loopback addresses are not counted, unless configured otherwise. */
export function addressToCount(ip: string, { rateLimits, rateLimitsLoopback }: Config): string | undefined {
  return rateLimits && (rateLimitsLoopback || !isLoopbackAddress(ip)) ? countedAddress(ip) : undefined
}
