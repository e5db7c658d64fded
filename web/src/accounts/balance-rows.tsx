import type { Currency } from '@bank/ledger/currency'
import { formatMinor, minorOf } from '@bank/ledger/money'
import type { ReactNode } from 'react'
import { Amount } from '../ui/amount.tsx'

/**
 * The balance now and after a movement, as rows of a list of facts. `afterMinor` is undefined before an amount is typed. What the bank holds of
 * the balance of the account that pays (`held`) must be left.
 */
export function BalanceRows({
  balance,
  held = '0.00',
  currency,
  afterMinor,
  children,
}: {
  balance: string
  held?: string | undefined
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
      {held !== '0.00' && (
        <>
          <dt className="text-muted-foreground">Held by the bank</dt>
          <dd className="text-end">
            <Amount value={held} currency={currency} />
          </dd>
        </>
      )}
      {children}
      <dt className="text-label">Balance after</dt>
      <dd className="text-end text-label">
        {afterMinor === undefined ? (
          '–'
        ) : afterMinor < minorOf(held) ? (
          'Not enough money'
        ) : (
          <Amount value={formatMinor(afterMinor)} currency={currency} />
        )}
      </dd>
    </>
  )
}
