import type { ChangeStatus, Command, OpenTransaction } from '@bank/ledger/command'

/** A command for the books as it is handed in: where a customer sends, with the PIN still to be checked. */
export type Instruction =
  | ChangeStatus
  | (Omit<OpenTransaction, 'authorisation'> & {
      /** Null where staff moves the bank's own money. */
      readonly sender: { readonly userId: string; readonly pin: string } | null
    })

/** The command to decide on. `pinMatches` is asked for a sender whose PIN is known to the bank. */
export function commandOf(
  instruction: Instruction,
  pinMatches: (userId: string, pin: string) => boolean,
): Command {
  if (instruction.kind === 'change_status') return instruction
  const { sender, ...command } = instruction
  const authorisation = sender && { userId: sender.userId, pinMatches: pinMatches(sender.userId, sender.pin) }
  return { ...command, authorisation }
}
