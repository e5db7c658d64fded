import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { type AuditCursor, readActions, readAuditLog } from './audit-log.ts'

/** A page of the filtered audit log, newest first. */
export const listAuditEvents: Verb<'listAuditEvents'> = async ({ bank, query }) => {
  const { db, config } = bank
  const { limit, cursor, ...filter } = query
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const [found, actions] = await Promise.all([
    // One more than the page shows whether there is a next page.
    readAuditLog(db, { filter, timeZone: config.timeZone, after, limit: limit + 1 }),
    readActions(db),
  ])
  const events = found.slice(0, limit)
  const last = events.at(-1)
  return {
    events,
    nextCursor: last && found.length > events.length ? writeCursor(last) : null,
    actions,
  }
}

function writeCursor({ happenedAt, seq }: { happenedAt: Date; seq: number }): string {
  return Buffer.from(`${happenedAt.getTime()} ${seq}`).toString('base64url')
}

function readCursor(text: string): AuditCursor {
  const match = /^(\d{1,14}) (\d{1,18})$/.exec(Buffer.from(text, 'base64url').toString())
  if (!match) throw new Refusal('malformed')
  return { happenedAt: new Date(Number(match[1])), seq: BigInt(match[2]!) }
}
