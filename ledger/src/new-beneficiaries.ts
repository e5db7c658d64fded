import type { GuardRefusal } from './guard.ts'
import { notNegative } from './money.ts'

// Long enough for a customer to notice a payment that they did not make.
export const newBeneficiaryMilliseconds = 24 * 60 * 60_000

/** The bank's limit for new beneficiaries, as it holds for one transfer. */
export type NewBeneficiaryGuard = {
  /** The account that the transfer goes to, in one spelling. */
  readonly beneficiary: string
  /** The most that the customer can send to all their new beneficiaries together, in minor units. */
  readonly limitMinor: bigint
}

/** A beneficiary that a customer has paid in a currency. It is new for 24 hours after the first payment. */
export type PaidBeneficiary = {
  /** Milliseconds since 1970; null for one that was paid before the bank limited new beneficiaries. */
  readonly firstPaidAt: number | null
  /** What was sent to it while it was new, without what came back, in minor units. */
  readonly sentMinor: bigint
}

/** Those that a customer has paid in one currency: at least the new ones, and those that the batch names. */
export type PaidBeneficiaries = ReadonlyMap<string, PaidBeneficiary>

/** The refusal of a transfer that would exceed the limit for new beneficiaries, or null. `now` in milliseconds since 1970. */
export function newBeneficiaryRefusal(
  paid: PaidBeneficiaries,
  { beneficiary, limitMinor }: NewBeneficiaryGuard,
  amountMinor: bigint,
  now: number,
): GuardRefusal | null {
  const payee = paid.get(beneficiary) ?? { firstPaidAt: now, sentMinor: 0n }
  if (!isNew(payee, now)) return null
  const counted = [...paid.values()].filter((each) => isNew(each, now) && each.sentMinor > 0n)
  const sentMinor = counted.reduce((sum, each) => sum + each.sentMinor, 0n)
  if (sentMinor + amountMinor <= limitMinor) return null
  const leftMinor = notNegative(limitMinor - sentMinor)
  return {
    code: 'guard_exceeded',
    guard: 'new_beneficiaries',
    limitMinor,
    leftMinor,
    until: Math.min(endOf(payee), moreLeftAt(counted, { limitMinor, sentMinor })),
  }
}

/** The beneficiary after a transfer; null for one that is no longer new, which counts nothing. */
export function withPayment(
  paid: PaidBeneficiaries,
  { beneficiary }: NewBeneficiaryGuard,
  amountMinor: bigint,
  now: number,
): PaidBeneficiary | null {
  const payee = paid.get(beneficiary) ?? { firstPaidAt: now, sentMinor: 0n }
  return isNew(payee, now) ? { ...payee, sentMinor: payee.sentMinor + amountMinor } : null
}

/**
 * The beneficiary after a transfer to it that was booked at `sentAt` came back (a negative amount), or was sent once more after that; null
 * for a transfer that was not counted.
 */
export function withCorrectedPayment(
  payee: PaidBeneficiary,
  amountMinor: bigint,
  sentAt: number,
): PaidBeneficiary | null {
  if (payee.firstPaidAt === null || sentAt < payee.firstPaidAt || !isNew(payee, sentAt)) return null
  return { ...payee, sentMinor: notNegative(payee.sentMinor + amountMinor) }
}

function isNew(payee: PaidBeneficiary, now: number): boolean {
  return now < endOf(payee)
}

/** When a beneficiary is no longer new. */
function endOf({ firstPaidAt }: PaidBeneficiary): number {
  return firstPaidAt === null ? Number.NEGATIVE_INFINITY : firstPaidAt + newBeneficiaryMilliseconds
}

/** When more is left than now, because a beneficiary is no longer new. */
function moreLeftAt(
  counted: readonly PaidBeneficiary[],
  { limitMinor, sentMinor }: { limitMinor: bigint; sentMinor: bigint },
): number {
  let stillSent = sentMinor
  for (const payee of counted.toSorted((a, b) => endOf(a) - endOf(b))) {
    stillSent -= payee.sentMinor
    if (notNegative(limitMinor - stillSent) > notNegative(limitMinor - sentMinor)) return endOf(payee)
  }
  return Number.POSITIVE_INFINITY
}
