import * as z from 'zod/mini'
import { moment, person } from '../answer-formats.ts'
import { caseKinds, caseStates } from './states.ts'

/** A file of an entry. It is read under its id. */
const caseFile = z.object({ id: z.uuid(), name: z.string(), size: z.number() })

/** A case in a list of staff. */
const listedCase = z.object({
  id: z.uuid(),
  /** The reference the sender was given. */
  reference: z.string(),
  kind: z.enum(caseKinds),
  state: z.enum(caseStates),
  /** Until when the bank must answer, or decide a dispute; null while nothing is due. */
  dueAt: z.nullable(moment),
  /** As typed: not verified. */
  email: z.string(),
  /** The sender; null when the message was sent without signing in. */
  user: z.nullable(person),
  /** The customer with this address, of a message that was sent without signing in: not verified to be the sender. */
  addressOwner: z.nullable(person),
  subject: z.string(),
  /** The transaction it is about, of the sender's own. Of a visitor, and in earlier messages, as typed. */
  transactionId: z.nullable(z.uuid()),
  createdAt: moment,
  /** The member of staff who answers it; null while it is not taken. */
  owner: z.nullable(person),
})

/** A page of cases: those of the list `due` by their deadlines, others the newest first. */
export const casePage = z.object({
  cases: z.array(listedCase),
  nextCursor: z.nullable(z.string()),
})

/** A case with all that was written in it, oldest first. */
export const caseView = z.extend(listedCase, {
  entries: z.array(
    z.object({
      id: z.uuid(),
      /** `note`: staff wrote it for each other; the customer never sees it. */
      side: z.enum(['customer', 'bank', 'note']),
      text: z.string(),
      /** Null for a sender who was not signed in. */
      by: z.nullable(person),
      at: moment,
      files: z.array(caseFile),
    }),
  ),
})

/** The caller's own cases, newest first, with what the caller and the bank wrote. They name no member of staff. */
export const ownCaseList = z.object({
  cases: z.array(
    z.extend(
      z.pick(listedCase, {
        id: true,
        reference: true,
        kind: true,
        state: true,
        subject: true,
        transactionId: true,
        createdAt: true,
      }),
      {
        /** A member of staff works on it. */
        isTaken: z.boolean(),
        entries: z.array(
          z.object({
            id: z.uuid(),
            side: z.enum(['customer', 'bank']),
            text: z.string(),
            at: moment,
            files: z.array(caseFile),
          }),
        ),
      },
    ),
  ),
})

export type CaseFile = z.output<typeof caseFile>
export type ListedCase = z.output<typeof listedCase>
export type CaseView = z.output<typeof caseView>
export type OwnCase = z.output<typeof ownCaseList>['cases'][number]
