import { namedIdOf } from '../../transactions/named-id.ts'
import type { ToldBalance } from './told-balance.ts'

/** What writing a balance means. */
export type FundingPlan =
  /** Fund this amount under this id. A repeat of the same write has the same id, so it funds once. */
  | { readonly kind: 'fund'; readonly transactionId: string; readonly amountMinor: bigint }
  /** The balance is the one that the administrator was told. */
  | { readonly kind: 'no-op' }
  /** A balance cannot be lowered. */
  | { readonly kind: 'lower' }
  /** Which balance the administrator saw is not certain. */
  | { readonly kind: 'conflict' }

/** Who writes which balance, and what is known of the account. Amounts in minor units. */
export type BalanceWrite = {
  readonly administratorId: string
  readonly userId: string
  readonly writtenMinor: bigint
  readonly presentMinor: bigint
  /** What the administrator's session was told in the last minutes, oldest entry first. */
  readonly told: readonly ToldBalance[]
  readonly now: Date
}

type Funding = Extract<FundingPlan, { kind: 'fund' }>

/**
 * The funding that a written balance stands for: its difference to the balance that the administrator saw. The present balance
 * does not count, because the customer may have spent or received money in the meantime. `isBooked` is true for the id of a
 * transaction that exists.
 */
export function planFunding(write: BalanceWrite, isBooked: (transactionId: string) => boolean): FundingPlan {
  const repeated = possibleFundings(write).find(({ transactionId }) => isBooked(transactionId))
  if (repeated) return repeated
  const { writtenMinor, presentMinor } = write
  const seen = balancesSeen(write)
  const [{ balanceMinor: seenMinor, entrySeq } = {}] = seen
  if (seenMinor === undefined || entrySeq === undefined) return { kind: 'conflict' }
  if (seen.some(({ balanceMinor }) => balanceMinor !== seenMinor)) return { kind: 'conflict' }
  if (writtenMinor === seenMinor) return { kind: 'no-op' }
  if (writtenMinor < seenMinor) return { kind: 'lower' }
  // Money that has arrived since made up the same balance: this may be a repeat of a funding, and it may be another one.
  if (writtenMinor === presentMinor) return { kind: 'conflict' }
  return fundingOf(write, { balanceMinor: seenMinor, entrySeq })
}

/** The fundings that this write stands for, by each balance that the administrator may have seen. */
export function possibleFundings(write: BalanceWrite): Funding[] {
  return balancesSeen(write)
    .filter(({ balanceMinor }) => balanceMinor < write.writtenMinor)
    .map((seen) => fundingOf(write, seen))
}

// The answer with a newer balance may still have been on its way when the administrator pressed the button.
const arrivedMilliseconds = 5_000

/** The last balance that has certainly arrived, and the ones told since. */
function balancesSeen({ told, now }: BalanceWrite): readonly ToldBalance[] {
  const arrivedBefore = now.getTime() - arrivedMilliseconds
  const lastArrived = told.findLastIndex(({ firstToldAt }) => firstToldAt.getTime() <= arrivedBefore)
  return told.slice(Math.max(0, lastArrived))
}

function fundingOf(
  { administratorId, userId, writtenMinor }: BalanceWrite,
  { entrySeq, balanceMinor }: Pick<ToldBalance, 'entrySeq' | 'balanceMinor'>,
): Funding {
  const named = ['funding by balance', administratorId, userId, entrySeq, writtenMinor].join('\n')
  return { kind: 'fund', transactionId: namedIdOf(named), amountMinor: writtenMinor - balanceMinor }
}
