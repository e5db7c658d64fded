import type { Currency } from '@bank/ledger/currency'
import { balanceAfter, minorOf } from '@bank/ledger/money'
import type { ReactNode } from 'react'
import { BalanceRows } from '../accounts/balance-rows.tsx'
import { Card } from '../ui/card.tsx'

/** An account, or a pot, with what it holds now. */
type Place = { readonly name: ReactNode; readonly balance: string; readonly currency: Currency }

/** The balances of both places before and after. `amountMinor` is undefined before an amount is typed. */
export function BalancesAfter({
  from,
  to,
  amountMinor,
}: {
  from: Place
  to: Place
  amountMinor: bigint | undefined
}) {
  const isEnough = amountMinor !== undefined && amountMinor <= minorOf(from.balance)
  return (
    <Card className="grid gap-4">
      <Balances place={from} changeMinor={amountMinor === undefined ? undefined : -amountMinor} />
      {/* Nothing arrives of what is refused. */}
      <Balances place={to} changeMinor={isEnough ? amountMinor : undefined} />
    </Card>
  )
}

function Balances({ place, changeMinor }: { place: Place; changeMinor: bigint | undefined }) {
  const { name, balance, currency } = place
  const after = changeMinor === undefined ? undefined : balanceAfter(balance, changeMinor)
  return (
    <section className="grid min-w-0 gap-2">
      <h2 className="min-w-0 text-h3">{name}</h2>
      <dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-2 text-table">
        <BalanceRows balance={balance} currency={currency} afterMinor={after} />
      </dl>
    </section>
  )
}
