import { currencies } from '@bank/ledger/currency'
import * as z from 'zod/mini'
import { decimal, moment } from '../answer-formats.ts'

const fact = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** Actor, action and subject, with the values before and after. */
export const auditEventView = z.object({
  /** Its number in the hash chain: 1, 2, 3 … */
  seq: z.number(),
  happenedAt: moment,
  /** Null for a caller who was not signed in, and for the program itself. */
  actor: z.nullable(z.object({ id: z.uuid(), name: z.string(), email: z.string() })),
  /** In the past tense, such as `account_activated`. */
  action: z.string(),
  /** Null where the event has no particular target. */
  subject: z.nullable(
    z.object({ id: z.string(), name: z.nullable(z.string()), email: z.nullable(z.string()) }),
  ),
  before: z.nullable(fact),
  after: z.nullable(fact),
  details: z.record(z.string(), fact),
  /** The transaction that was funded, taken back or settled; null for other events. */
  transaction: z.nullable(
    z.object({ amount: decimal, currency: z.enum(currencies), payee: z.nullable(z.string()) }),
  ),
  /** The hash over it and everything before it, in hexadecimal digits. */
  hash: z.string(),
})

/** A page of the audit log, newest first. */
export const auditLogPage = z.object({
  events: z.array(auditEventView),
  nextCursor: z.nullable(z.string()),
  /** The actions that occur in the log. */
  actions: z.array(z.string()),
})

/** An event about the caller, without details and without the person who did it. */
export const ownEventView = z.object({
  /** The start of its hash. Its number would tell how much the bank audits. */
  id: z.string(),
  happenedAt: moment,
  /** In the past tense, such as `account_activated`. */
  action: z.string(),
  /** What happened: "Changed the PIN", "The bank activated the account". */
  sentence: z.string(),
  /** Otherwise the customer did it, or someone who was not signed in. */
  isByBank: z.boolean(),
})

/** The last events about the caller, newest first. */
export const ownEventList = z.object({ events: z.array(ownEventView) })

/** A page of what was refused for security reasons in the last 90 days. */
export const securityEventPage = z.object({
  events: z.array(
    z.object({
      id: z.string(),
      happenedAt: moment,
      /** The code of the refusal, and the sentence that the caller got. */
      kind: z.string(),
      text: z.string(),
      /** Who was signed in, or whose secret was tried; null where that is not known. */
      user: z.nullable(z.object({ id: z.uuid(), name: z.string(), email: z.string() })),
      /** The /24 or /64 that the request came from. */
      network: z.string(),
      route: z.nullable(z.string()),
      /** By which the log names the request. */
      traceId: z.nullable(z.string()),
      /** For an event that stands for further ones in the same minute, their number; otherwise 0. */
      leftOut: z.number(),
    }),
  ),
  nextCursor: z.nullable(z.string()),
  /** The kinds that occur. */
  kinds: z.array(z.object({ kind: z.string(), text: z.string() })),
})

export type SecurityEventView = z.output<typeof securityEventPage>['events'][number]
export type AuditEventView = z.output<typeof auditEventView>
export type AuditLogPage = z.output<typeof auditLogPage>
export type OwnEventView = z.output<typeof ownEventView>
