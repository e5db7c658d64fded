import * as z from 'zod/mini'
import { day } from '../bank-day.ts'
import { textLine } from '../rules/text.ts'

/** A user by the id or by the whole e-mail; a target that is no user by its id. */
const somebody = z.pipe(
  textLine({ field: 'Name', required: 'Enter an email or an ID', lengthMax: 320 }),
  z.transform((text: string) => text.toLowerCase()),
)

const filter = {
  /** Who did it. */
  actor: z.optional(somebody),
  /** To whom or what. */
  subject: z.optional(somebody),
  action: z.optional(z.string().check(z.regex(/^[a-z_]{1,60}$/, 'Choose an action'))),
  /** The first and the last day, in the bank's time zone. */
  from: z.optional(day),
  to: z.optional(day),
}

const daysInOrder = z.superRefine<{ from?: string | undefined; to?: string | undefined }>(
  ({ from, to }, context) => {
    if (from === undefined || to === undefined || to >= from) return
    context.addIssue({ code: 'custom', message: 'The last day is before the first', path: ['to'] })
  },
)

/** What of the audit log is wanted. */
export const auditLogFilter = z.object(filter).check(daysInOrder)

/** What of the audit log is wanted, and the page of it. */
export const auditLogQuery = z
  .object({
    ...filter,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  })
  .check(daysInOrder)

const fact = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** A user as the audit log names them. */
const person = z.object({ id: z.uuid(), name: z.string(), email: z.string() })

/** Who did what to whom, before and after. */
export const auditEventView = z.object({
  /** Its place in the chain: 1, 2, 3 … */
  seq: z.number(),
  happenedAt: z.iso.datetime(),
  /** Null for somebody who was not signed in, and for the program itself. */
  actor: z.nullable(person),
  /** In the past tense, such as `account_activated`. */
  action: z.string(),
  /** Null where it is about nobody and nothing in particular. */
  subject: z.nullable(
    z.object({ id: z.string(), name: z.nullable(z.string()), email: z.nullable(z.string()) }),
  ),
  before: z.nullable(fact),
  after: z.nullable(fact),
  /** What else is known about it. */
  details: z.record(z.string(), fact),
  /** The hash that seals it and everything before it, in hexadecimal digits. */
  hash: z.string(),
})

/** A page of the audit log, newest first. */
export const auditLogPage = z.object({
  events: z.array(auditEventView),
  nextCursor: z.nullable(z.string()),
  /** Every action there is an event of. */
  actions: z.array(z.string()),
})

/** An action in words: `account_activated` is "Account activated". */
export function actionInWords(action: string): string {
  const words = action
    .replaceAll('_', ' ')
    .replace(/\bpin\b/g, 'PIN')
    .replace(/\btwo factor\b/g, 'two-factor')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

export type AuditLogFilter = z.output<typeof auditLogFilter>
export type AuditEventView = z.output<typeof auditEventView>
export type AuditLogPage = z.output<typeof auditLogPage>
