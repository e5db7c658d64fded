import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import type { ReactNode } from 'react'
import { Amount } from '../ui/amount.tsx'

/** The balance now and after a movement, as rows of a list of facts. `afterMinor` is undefined before an amount is typed. */
export function BalanceRows({
  balance,
  currency,
  afterMinor,
  children,
}: {
  balance: string
  currency: Currency
  afterMinor: bigint | undefined
  /** More rows, between the two. */
  children?: ReactNode
}) {
  return (
    <>
      <dt className="text-muted-foreground">Balance now</dt>
      <dd className="text-end">
        <Amount value={balance} currency={currency} />
      </dd>
      {children}
      <dt className="text-label">Balance after</dt>
      <dd className="text-end text-label">
        {afterMinor === undefined && '–'}
        {afterMinor !== undefined && afterMinor >= 0n && (
          <Amount value={formatMinor(afterMinor)} currency={currency} />
        )}
        {afterMinor !== undefined && afterMinor < 0n && 'Not enough money'}
      </dd>
    </>
  )
}
