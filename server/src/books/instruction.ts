import type { ChangeStatus, Command, OpenTransaction } from '@bank/ledger/command'
import type { Stripe } from './stripe.ts'

/** A command for the books as it is submitted: for a customer's transfer, with the PIN still to be compared. */
export type Instruction = (
  | ChangeStatus
  | (Omit<OpenTransaction, 'authorisation'> & {
      /** Null where an administrator moves the bank's own money. `pin` is null between a customer's own accounts. */
      readonly sender: { readonly userId: string; readonly pin: string | null } | null
    })
) & {
  /** For an administrator's act: the audit event that its commit writes. */
  readonly audit?: {
    readonly action: string
    /** The user it is about. */
    readonly target: string
    /** The user's account, where it is not the main one. */
    readonly accountNumber?: string
  }
}

/** One submission of an instruction. `attempt` stays the same when its batch is run again. */
export type Submitted = { readonly instruction: Instruction; readonly attempt: string }

/** The same with the in-transit account of a stripe on a new transaction. A status change keeps the route of its transaction. */
export function onStripe(submitted: Submitted, stripe: Stripe): Submitted {
  const { instruction } = submitted
  if (instruction.kind === 'change_status') return submitted
  const { facts } = instruction
  const route = { ...facts.route, inTransit: stripe[facts.currency] }
  return { ...submitted, instruction: { ...instruction, facts: { ...facts, route } } }
}

/** The command to decide on. `pinMatches` compares the sender's PIN. */
export function commandOf(
  { instruction, attempt }: Submitted,
  pinMatches: (userId: string, pin: string) => boolean,
): Command {
  if (instruction.kind === 'change_status') return instruction
  const { sender, ...command } = instruction
  if (sender === null) return { ...command, authorisation: null }
  const { userId, pin } = sender
  const pinTry = pin === null ? null : { pinMatches: pinMatches(userId, pin), attempt }
  return { ...command, authorisation: { userId, pinTry } }
}
