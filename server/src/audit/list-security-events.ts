import type { Verb } from '../call.ts'
import { readPage } from '../postgres/read-page.ts'
import { findSecurityEvents, readSecurityKinds, textOfKind } from './security-event.ts'

/** A page of the security events, newest first. */
export const listSecurityEvents: Verb<'listSecurityEvents'> = async ({ bank: { db }, query }) => {
  const { kind, user, limit, cursor } = query
  const after = cursor === undefined ? undefined : BigInt(cursor)
  const [{ rows: events, last }, kinds] = await Promise.all([
    readPage(limit, (most) => findSecurityEvents(db, { kind, user, after, limit: most })),
    readSecurityKinds(db),
  ])
  return {
    events: events.map(({ id, at, userId: _, ...event }) => ({
      ...event,
      id: String(id),
      happenedAt: at,
      text: textOfKind(event.kind),
    })),
    nextCursor: last ? String(last.id) : null,
    kinds: kinds.map((name) => ({ kind: name, text: textOfKind(name) })),
  }
}
