import type { ActionName } from '@bank/contract/audit/actions'
import type { Authorisation, PinAuthorisation } from '@bank/ledger/authorisation'
import type { ChangeStatus, Command, OpenTransaction } from '@bank/ledger/command'
import { factsOf, type Movement, type Transaction } from '@bank/ledger/transaction'
import type { Mail } from '../mail/outgoing-mail.ts'
import type { Statement } from '../postgres/pipelined-connection.ts'
import type { InternalAccounts } from './internal-accounts.ts'
import type { Control } from './rows/approvals.ts'
import type { DisputeStep } from './rows/disputes.ts'
import type { Stripe } from './stripe.ts'

/** A command for the books as it is submitted: for a customer's transfer, with the PIN still to be compared. */
export type Instruction = (
  | ChangeStatus
  | (Omit<OpenTransaction, 'authorisation'> & { readonly authority: Authority })
) & {
  /** For an administrator's act: the audit event that its commit writes. */
  readonly audit?: {
    readonly action: ActionName
    /** The user it is about. */
    readonly target: string
    /** The user's account, where it is not the main one. */
    readonly accountNumber?: string
    /** Why, and what the act is known by outside the bank. Kept with the posting, too. */
    readonly reason?: string | undefined
    readonly reference?: string | undefined
    /** What it does to a dispute, whose row its commit writes, too. */
    readonly dispute?: DisputeStep
    /** The mail about it, which its commit queues. */
    readonly mailOf?: (transaction: Transaction) => Mail
  } & Control
}

export type Opening = Extract<Instruction, { type: 'open_transaction' }>

/** The instruction that opens a transaction of a movement. */
export function openingOf(
  { internalAccounts }: { readonly internalAccounts: InternalAccounts },
  movement: Movement,
  right: Omit<Opening, 'type' | 'facts'>,
): Opening {
  const hasUndoTime = right.undoMilliseconds !== undefined
  const facts = factsOf(movement, internalAccounts[movement.currency], hasUndoTime)
  return { type: 'open_transaction', facts, ...right }
}

/** An authorisation whose PIN, if it has one, is still to be compared. */
export type Authority =
  | Exclude<Authorisation, PinAuthorisation>
  | {
      readonly by: 'pin'
      readonly userId: string
      readonly pin: string
      /** The session that instructs, where the books are to verify that it still is what it was when it was read. */
      readonly session?: InstructingSession | undefined
    }

/** The key of a session in hexadecimal, and what it stood for when it was read, as a text. */
export type InstructingSession = { readonly key: string; readonly standing: string }

/** The session that the books verify for an instruction, if any. */
export function sessionOf(instruction: Instruction): InstructingSession | undefined {
  if (instruction.type === 'change_status' || instruction.authority.by !== 'pin') return undefined
  return instruction.authority.session
}

/** Reads sessions by the array of their keys, as `byteaArray` encodes it. */
export type ReadStandings = Statement<InstructingSession>

/** One submission of an instruction. `attempt` stays the same when its batch is run again. */
export type Submitted = { readonly instruction: Instruction; readonly attempt: string }

/** The same with the in-transit account of a stripe on a new transaction. A status change keeps the route of its transaction. */
export function onStripe(submitted: Submitted, stripe: Stripe): Submitted {
  const { instruction } = submitted
  if (instruction.type === 'change_status') return submitted
  const { facts } = instruction
  const route = { ...facts.route, inTransit: stripe[facts.currency] }
  return { ...submitted, instruction: { ...instruction, facts: { ...facts, route } } }
}

/** The command to decide on. `pinMatches` compares the sender's PIN. */
export function commandOf(
  { instruction, attempt }: Submitted,
  pinMatches: (userId: string, pin: string) => boolean,
): Command {
  if (instruction.type === 'change_status') return instruction
  const { authority, ...command } = instruction
  if (authority.by !== 'pin') return { ...command, authorisation: authority }
  const { by, userId, pin } = authority
  return { ...command, authorisation: { by, userId, pinMatches: pinMatches(userId, pin), attempt } }
}
