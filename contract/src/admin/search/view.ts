import * as z from 'zod/mini'
import { accountNumber, moment, person } from '../../answer-formats.ts'
import { approvalView } from '../approvals/view.ts'
import { listedTransaction } from '../transactions/view.ts'

/** What a search of the bank has found: the first few of each kind. */
export const bankSearchResults = z.object({
  /** By the words of the name, in any order, by the e-mail, or by the telephone number in any notation. */
  customers: z.array(z.extend(person, { email: z.string() })),
  /** By the first or the last digits of the number. */
  accounts: z.array(z.object({ number: accountNumber, isMain: z.boolean(), user: person })),
  /** By the words of the payee, the beginning of the reference or of the id, or the exact amount. Newest first. */
  transactions: z.array(listedTransaction),
  /** As in the list of all transactions: how many seconds what is found of them is behind the books. */
  behindSeconds: z.nullable(z.number()),
  /** By a part of the subject, the message or the sender's e-mail, among the newest. Empty for staff who do not answer messages. */
  messages: z.array(z.object({ id: z.uuid(), subject: z.string(), email: z.string(), createdAt: moment })),
  /**
   * What waits for a second person: by the words of the user's or the maker's name, the beginning of the id, or the exact amount. The
   * longest waiting first. Empty for staff who do not read approvals.
   */
  approvals: z.array(approvalView),
})

export type BankSearchResults = z.output<typeof bankSearchResults>
