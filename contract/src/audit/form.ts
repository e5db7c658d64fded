import * as z from 'zod/mini'
import { lastDayTooEarly } from '../real-day.ts'
import { day } from '../rules/day.ts'
import { textLine } from '../rules/text.ts'

/** A user by id or by whole e-mail; any other target by its id. */
const idOrEmail = z.pipe(
  textLine({ field: 'Name', required: 'Enter an email or an ID', lengthMax: 320 }),
  z.transform((text: string) => text.toLowerCase()),
)

const filter = {
  /** The user who did it. */
  actor: z.optional(idOrEmail),
  /** The user or thing that it is about. */
  subject: z.optional(idOrEmail),
  action: z.optional(z.string().check(z.regex(/^[a-z_]{1,60}$/, 'Choose an action'))),
  /** The first and the last day, in the bank's time zone. */
  from: z.optional(day),
  to: z.optional(day),
}

const daysInOrder = z.superRefine<{ from?: string | undefined; to?: string | undefined }>(
  ({ from, to }, context) => {
    if (from === undefined || to === undefined || to >= from) return
    context.addIssue({ code: 'custom', message: lastDayTooEarly, path: ['to'] })
  },
)

/** Selects events of the audit log. */
export const auditLogFilter = z.object(filter).check(daysInOrder)

/** Selects events of the audit log, and a page of them. */
export const auditLogQuery = z
  .object({
    ...filter,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  })
  .check(daysInOrder)

/** Selects security events, and a page of them, newest first. */
export const securityEventQuery = z.object({
  kind: z.optional(z.string().check(z.regex(/^[a-z_]{1,60}$/, 'Choose a kind'))),
  /** The signed-in user, or the owner of the secret that was tried. */
  user: z.optional(idOrEmail),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
  /** The id of the last event of the page before. */
  cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/, 'Begin at the first page'))),
})

export type AuditLogFilter = z.output<typeof auditLogFilter>
