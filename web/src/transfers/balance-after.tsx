import type { AccountView } from '@bank/contract/accounts/view'
import { typedAmount } from '@bank/contract/typed-amount'
import { balanceAfter, formatMinor, missingToWhole } from '@bank/ledger/money'
import { useWatch } from 'react-hook-form'
import { AccountNumber } from '../accounts/account-number.tsx'
import { BalanceRows } from '../accounts/balance-rows.tsx'
import { Amount } from '../ui/amount.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import type { TransferControl } from './transfer-fields.ts'

/**
 * The sender's account, its balance before and after a transfer, and when the money arrives. It warns when there is too little and
 * does not block: money may be on its way. The bank decides.
 */
export function BalanceAfter({
  account,
  amountMinor,
  arrival,
  warns = true,
}: {
  account: AccountView
  /** In minor units; undefined before an amount is typed. */
  amountMinor: bigint | undefined
  /** When the money arrives, on the review. */
  arrival?: string
  /** False once the bank has said how much can be sent. */
  warns?: boolean
}) {
  const { currency, balance, number } = account
  const roundUp = amountMinor === undefined ? 0n : roundUpOf(account, amountMinor)
  const after = amountMinor === undefined ? undefined : balanceAfter(balance, -amountMinor - roundUp)
  return (
    <Card>
      <dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-2 text-table">
        <dt className="text-muted-foreground">From</dt>
        <dd className="text-end">
          <AccountNumber number={number} />
        </dd>
        <BalanceRows balance={balance} currency={currency} afterMinor={after}>
          {roundUp > 0n && (
            <>
              <dt className="text-muted-foreground wrap-anywhere">
                Round-up to <bdi>{account.roundUpPot}</bdi>
              </dt>
              <dd className="text-end">
                <Amount value={formatMinor(roundUp)} currency={currency} />
              </dd>
            </>
          )}
        </BalanceRows>
        {arrival && (
          <>
            <dt className="col-span-2 mt-2 text-muted-foreground">Expected arrival</dt>
            <dd className="col-span-2">{arrival}</dd>
          </>
        )}
      </dl>
      <div role="status">
        {warns && after !== undefined && after < 0n && (
          <div className="mt-3">
            <Notice tone="pending" isAnnounced>
              That is <Amount value={formatMinor(-after)} currency={currency} /> more than your balance.
            </Notice>
          </div>
        )}
      </div>
    </Card>
  )
}

/** What a transfer is rounded up by, in minor units: nothing where the balance does not cover it, too. */
function roundUpOf({ roundUpPot, balance }: AccountView, amountMinor: bigint): bigint {
  const missing = roundUpPot === null ? 0n : missingToWhole(amountMinor)
  return balanceAfter(balance, -amountMinor - missing) < 0n ? 0n : missing
}

/** The same while the amount is typed. */
export function TypedBalanceAfter({ account, control }: { account: AccountView; control: TransferControl }) {
  return <BalanceAfter account={account} amountMinor={typedAmount(useWatch({ control, name: 'amount' }))} />
}
