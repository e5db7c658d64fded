import type { Verb } from '../call.ts'
import { readPage } from '../postgres/read-page.ts'
import { Refusal } from '../refusal.ts'
import { type AuditCursor, readActions, readAuditLog } from './audit-log.ts'

/** A page of the filtered audit log, newest first. */
export const listAuditEvents: Verb<'listAuditEvents'> = async ({ bank, query }) => {
  const { db, config } = bank
  const { limit, cursor, ...filter } = query
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const [{ rows: events, last }, actions] = await Promise.all([
    readPage(limit, (most) => readAuditLog(db, { filter, timeZone: config.timeZone, after, limit: most })),
    readActions(db),
  ])
  return { events, nextCursor: last ? writeCursor(last) : null, actions }
}

function writeCursor({ happenedAt, seq }: { happenedAt: Date; seq: number }): string {
  return Buffer.from(`${happenedAt.getTime()} ${seq}`).toString('base64url')
}

function readCursor(text: string): AuditCursor {
  const match = /^(\d{1,14}) (\d{1,18})$/.exec(Buffer.from(text, 'base64url').toString())
  if (!match) throw new Refusal('malformed')
  return { happenedAt: new Date(Number(match[1])), seq: BigInt(match[2]!) }
}
