import type { Verb } from '../call.ts'
import { findSecurityEvents, readSecurityKinds, textOfKind } from './security-event.ts'

/** A page of the security events, newest first. */
export const listSecurityEvents: Verb<'listSecurityEvents'> = async ({ bank: { db }, query }) => {
  const { kind, user, limit, cursor } = query
  const after = cursor === undefined ? undefined : BigInt(cursor)
  const [found, kinds] = await Promise.all([
    // One more row shows whether there is a next page.
    findSecurityEvents(db, { kind, user, after, limit: limit + 1 }),
    readSecurityKinds(db),
  ])
  const events = found.slice(0, limit)
  return {
    events: events.map(({ id, at, userId: _, ...event }) => ({
      ...event,
      id: String(id),
      happenedAt: at,
      text: textOfKind(event.kind),
    })),
    nextCursor: found.length > events.length ? String(events.at(-1)!.id) : null,
    kinds: kinds.map((name) => ({ kind: name, text: textOfKind(name) })),
  }
}
