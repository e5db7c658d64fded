import type { AccountView } from '@bank/contract/views'
import { formatMinor } from '@bank/ledger/money'
import type { Account } from './account.ts'

/** An account as its owner and administrators at their work see it. Sums are in minor units. */
export function accountView(
  { number, type, currency, isActive, openedAt, activatedAt }: Account,
  { balanceMinor, inTransitMinor }: { balanceMinor: bigint; inTransitMinor: bigint },
): AccountView {
  return {
    number,
    type,
    currency,
    isActive,
    balance: formatMinor(balanceMinor),
    inTransit: formatMinor(inTransitMinor),
    openedAt: openedAt.toISOString(),
    activatedAt: activatedAt?.toISOString() ?? null,
  }
}
