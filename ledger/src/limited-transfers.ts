import type { ChangeStatus, OpenTransaction } from './command.ts'
import { type GuardRefusal, guardRefusal, withCorrection, withSent } from './guard.ts'
import { kinds } from './kinds.ts'
import {
  newBeneficiaryRefusal,
  type PaidBeneficiaries,
  withCorrectedPayment,
  withPayment,
} from './new-beneficiaries.ts'
import type { Transaction } from './transaction.ts'
import type { Worksheet } from './worksheet.ts'

/** When a transfer is decided and when it is booked, in milliseconds since 1970. */
type Times = { readonly now: number; readonly bookedAt: number }

/** The refusal of a transfer by the first guard that it would exceed, or null. */
export function exceededGuard(
  worksheet: Worksheet,
  command: OpenTransaction,
  times: Times,
): GuardRefusal | null {
  const sender = limitedSender(worksheet, command)
  if (!sender) return null
  const { newBeneficiary, facts } = command
  return (
    (sender.guard && guardRefusal(sender.guard, facts.amountMinor, times)) ??
    (newBeneficiary && newBeneficiaryRefusal(sender.paid, newBeneficiary, facts.amountMinor, times.now)) ??
    null
  )
}

/** Counts a transfer that was booked. */
export function countSent(worksheet: Worksheet, command: OpenTransaction, { now, bookedAt }: Times): void {
  const sender = limitedSender(worksheet, command)
  if (!sender) return
  const { currency, amountMinor } = command.facts
  const { userId, guard, paid } = sender
  if (guard) worksheet.setGuard(userId, currency, withSent(guard, amountMinor, bookedAt))
  const { newBeneficiary } = command
  const payee = newBeneficiary && withPayment(paid, newBeneficiary, amountMinor, now)
  if (payee) worksheet.setPaidBeneficiary(userId, currency, newBeneficiary.beneficiary, payee)
}

/**
 * Gives what came back to the limits of the customer who sent it, and counts what is sent once more after that, also above a limit.
 * `before` is the transaction with its earlier status.
 */
export function countStatusChange(
  worksheet: Worksheet,
  { status, sender }: ChangeStatus,
  before: Transaction,
): void {
  const { kind, madeBy: userId, currency, createdAt } = before
  const countsAgain = before.status === 'failed'
  if (!sender || !kinds[kind].isLimited || (status !== 'failed' && !countsAgain)) return
  const { guards, paidBeneficiaries } = worksheet.sender(userId)!
  const amountMinor = countsAgain ? before.amountMinor : -before.amountMinor
  const guard = guards.get(currency)
  if (guard) worksheet.setGuard(userId, currency, withCorrection(guard, amountMinor, createdAt))
  const paid = paidBeneficiaries.get(currency)?.get(sender.beneficiary)
  const payee = paid && withCorrectedPayment(paid, amountMinor, createdAt)
  if (payee) worksheet.setPaidBeneficiary(userId, currency, sender.beneficiary, payee)
}

/** The customer whose limits count a transaction; none where its kind is not limited. */
function limitedSender(worksheet: Worksheet, { facts, authorisation }: OpenTransaction) {
  if (!kinds[facts.kind].isLimited || authorisation.by === 'bank') return undefined
  const { userId } = authorisation
  const sender = worksheet.sender(userId)!
  return {
    userId,
    guard: sender.guards.get(facts.currency),
    paid: sender.paidBeneficiaries.get(facts.currency) ?? nonePaid,
  }
}

const nonePaid: PaidBeneficiaries = new Map()
