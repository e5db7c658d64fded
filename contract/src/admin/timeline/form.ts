import * as z from 'zod/mini'
import { hasRight, type Right } from '../../roles/rights.ts'
import type { Role } from '../../roles/role.ts'
import { id } from '../../rules/id.ts'
import { textLines } from '../../rules/text.ts'

/** What a timeline can be narrowed to. A reason is an entry of the audit log in which an administrator said why. */
export const timelineKinds = ['note', 'reason', 'message', 'mail', 'activity'] as const

// Everything else is about the customer, whom all staff read.
const rightsOfKinds: Readonly<Partial<Record<TimelineKind, Right>>> = {
  message: 'read_messages',
  mail: 'read_mail',
}

/** True where a role may read entries of a kind. */
export function mayReadEntries(role: Role, kind: TimelineKind): boolean {
  const right = rightsOfKinds[kind]
  return right === undefined || hasRight(role, right)
}

export const timelineQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  /** `nextCursor` of the page before. */
  cursor: z.optional(z.string().check(z.maxLength(200))),
  kind: z.optional(z.enum(timelineKinds, 'Choose note, reason, message, mail or activity')),
})

/** The most characters of a note. */
export const noteLengthMax = 2_000

export const userNoteForm = z.strictObject({
  text: textLines({ field: 'Note', required: 'Note is required', lengthMax: noteLengthMax }),
})

/** A note. The caller creates the id: a repeat under the same id writes nothing. */
export const userNote = z.extend(userNoteForm, { noteId: id('Note ID is required') })

export type TimelineKind = (typeof timelineKinds)[number]
