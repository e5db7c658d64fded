import type { AccountView } from '@bank/contract/accounts/view'
import { balanceAfter, formatMinor } from '@bank/ledger/money'
import { AccountName } from '../accounts/account-name.tsx'
import { Amount } from '../ui/amount.tsx'
import { Card } from '../ui/card.tsx'

/** The balances of both accounts before and after. `amountMinor` is undefined before an amount is typed. */
export function BalancesAfter({
  from,
  to,
  amountMinor,
}: {
  from: AccountView
  to: AccountView
  amountMinor: bigint | undefined
}) {
  return (
    <Card className="grid gap-4">
      <Balances account={from} changeMinor={amountMinor === undefined ? undefined : -amountMinor} />
      <Balances account={to} changeMinor={amountMinor} />
    </Card>
  )
}

function Balances({ account, changeMinor }: { account: AccountView; changeMinor: bigint | undefined }) {
  const { balance, currency } = account
  const after = changeMinor === undefined ? undefined : balanceAfter(balance, changeMinor)
  return (
    <section className="grid gap-2">
      <h3 className="text-h3">
        <AccountName account={account} />
      </h3>
      <dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-2 text-table">
        <dt className="text-muted-foreground">Balance now</dt>
        <dd className="text-end">
          <Amount value={balance} currency={currency} />
        </dd>
        <dt className="text-label">Balance after</dt>
        <dd className="text-end text-label">
          {after === undefined && '–'}
          {after !== undefined && after >= 0n && <Amount value={formatMinor(after)} currency={currency} />}
          {after !== undefined && after < 0n && 'Not enough money'}
        </dd>
      </dl>
    </section>
  )
}
