import type { Currency } from '@bank/ledger/currency'
import { balanceAfter, formatMinor } from '@bank/ledger/money'
import type { ReactNode } from 'react'
import { Amount } from '../ui/amount.tsx'
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
  return (
    <Card className="grid gap-4">
      <Balances place={from} changeMinor={amountMinor === undefined ? undefined : -amountMinor} />
      <Balances place={to} changeMinor={amountMinor} />
    </Card>
  )
}

function Balances({ place, changeMinor }: { place: Place; changeMinor: bigint | undefined }) {
  const { name, balance, currency } = place
  const after = changeMinor === undefined ? undefined : balanceAfter(balance, changeMinor)
  return (
    <section className="grid gap-2">
      <h2 className="text-h3">{name}</h2>
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
