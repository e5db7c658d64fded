import type { AccountView } from '@bank/contract/accounts/view'
import { formatMoney } from '@bank/contract/format-money'
import { typedAmount } from '@bank/contract/rules/amount'
import { balanceAfter, formatMinor } from '@bank/ledger/money'
import { useWatch } from 'react-hook-form'
import { AccountNumber } from '../accounts/account-number.tsx'
import { Amount } from '../ui/amount.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import type { TransferControl } from './transfer-fields.ts'

/** The sender's account and its balance after the transfer, while the amount is typed. */
export function AfterTransfer({ account, control }: { account: AccountView; control: TransferControl }) {
  const amount = typedAmount(useWatch({ control, name: 'amount' }))
  const after = amount === undefined ? undefined : balanceAfter(account.balance, -amount)
  return (
    <Card className="xl:sticky xl:top-[calc(var(--bar-height)+32px)]">
      <dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-2 text-table">
        <dt className="text-muted-foreground">From</dt>
        <dd className="text-end">
          <AccountNumber number={account.number} />
        </dd>
        <dt className="text-muted-foreground">Balance now</dt>
        <dd className="text-end">
          <Amount value={account.balance} currency={account.currency} />
        </dd>
        <dt className="text-label">After this transfer</dt>
        <dd className="text-end text-label">
          {after !== undefined && after >= 0n ? (
            <Amount value={formatMinor(after)} currency={account.currency} />
          ) : (
            '–'
          )}
        </dd>
      </dl>
      <div role="status">
        {after !== undefined && after < 0n && (
          <div className="mt-3">
            <BalanceWarning short={formatMoney(formatMinor(-after), account.currency)} />
          </div>
        )}
      </div>
    </Card>
  )
}

/** Warns and does not block: money may be on its way. The bank decides. */
export function BalanceWarning({ short }: { short: string }) {
  return <Notice tone="pending">That is {short} more than your balance.</Notice>
}
