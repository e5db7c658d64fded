import { mayReadEntries } from '@bank/contract/admin/timeline/form'
import type { Verb } from '../../call.ts'
import { readPage } from '../../postgres/read-page.ts'
import { Refusal } from '../../refusal.ts'
import { findEmail } from '../../users/user.ts'
import { recordUserOpened } from '../users/user-opened.ts'
import { findTimeline, type TimelineCursor } from './timeline.ts'

/**
 * A page of what is known of a user, as far as the role may read it: notes, reasons, messages, mails and the audit log. Writes an audit
 * event.
 */
export const listUserTimeline: Verb<'listUserTimeline'> = async ({ bank, actor, params, query, now }) => {
  const { db } = bank
  const { limit, cursor, kind } = query
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const email = await findEmail(db, params.id)
  if (email === undefined) throw new Refusal('user_not_found')
  await recordUserOpened(bank, { actorId: actor.userId, userId: params.id, now })
  const { rows: entries, last } = await readPage(limit, (most) =>
    findTimeline(db, {
      user: { id: params.id, email },
      kind,
      mayRead: (one) => mayReadEntries(actor.role, one),
      after,
      limit: most,
    }),
  )
  return { entries, nextCursor: last ? writeCursor(last) : null }
}

function writeCursor({ at, id }: TimelineCursor): string {
  return Buffer.from(`${at.getTime()} ${id}`).toString('base64url')
}

function readCursor(text: string): TimelineCursor {
  const match = /^(\d{1,14}) ((?:note|message|mail|activity) [0-9a-f-]{1,36})$/.exec(
    Buffer.from(text, 'base64url').toString(),
  )
  if (!match) throw new Refusal('malformed')
  return { at: new Date(Number(match[1])), id: match[2]! }
}
