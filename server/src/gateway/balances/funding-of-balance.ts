import type { PlannedBalance } from '@bank/contract/gateway/balances/view'
import { derivedId, gatewayVariants } from '../../books/derived-id.ts'
import type { ToldBalance } from './told-balance.ts'

/** Who writes which balance, in minor units. */
export type BalanceWrite = {
  readonly administratorId: string
  readonly userId: string
  readonly writtenMinor: bigint
  /** What the administrator's session was told in the last minutes, oldest entry first. */
  readonly told: readonly ToldBalance[]
  readonly now: Date
}

type Funding = Extract<PlannedBalance, { means: 'fund' }>

/**
 * The funding that a written balance stands for: its difference to the balance that the administrator saw. The present balance
 * does not count, because the customer may have spent or received money in the meantime. `isBooked` is true for a funding that exists,
 * with this amount.
 */
export async function planFunding(
  write: BalanceWrite,
  isBooked: (funding: Funding) => boolean | Promise<boolean>,
): Promise<PlannedBalance> {
  const { writtenMinor } = write
  const told = balancesSeen(write)
  for (const seen of told) {
    const repeated = fundingOf(write, seen)
    if (repeated.amountMinor > 0n && (await isBooked(repeated))) return repeated
  }
  const [seen] = told
  if (!seen || told.some(({ balanceMinor }) => balanceMinor !== seen.balanceMinor))
    return { means: 'conflict' }
  if (writtenMinor === seen.balanceMinor) return { means: 'no-op' }
  if (writtenMinor < seen.balanceMinor) return { means: 'lower' }
  // Money that has arrived since made up the same balance: this may be a repeat of a funding, and it may be another one.
  if (writtenMinor === seen.presentMinor) return { means: 'conflict' }
  return fundingOf(write, seen)
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
  { entrySeq, balanceMinor }: ToldBalance,
): Funding {
  const named = ['funding by balance', administratorId, userId, entrySeq].join('\n')
  const transactionId = derivedId(named, gatewayVariants)
  return { means: 'fund', transactionId, amountMinor: writtenMinor - balanceMinor }
}
