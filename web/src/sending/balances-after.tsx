import type { Currency } from '@bank/ledger/currency'
import { balanceAfter, minorOf } from '@bank/ledger/money'
import { Fragment, type ReactNode } from 'react'
import { BalanceRows } from '../accounts/balance-rows.tsx'
import { Card } from '../ui/card.tsx'
import { Slip, SlipRow } from './slip.tsx'

/** An account, or a pot, with its balance now and what the bank holds of it. */
type Place = {
  readonly name: ReactNode
  readonly balance: string
  readonly held?: string
  readonly currency: Currency
}

type PlannedMove = {
  from: Place
  to: Place
  /** In minor units; undefined before an amount is typed. */
  amountMinor: bigint | undefined
}

/** Both places with their balances after the move, which are undefined before an amount is typed. */
function placesIn({ from, to, amountMinor }: PlannedMove) {
  const isEnough =
    amountMinor !== undefined && amountMinor <= minorOf(from.balance) - minorOf(from.held ?? '0.00')
  const after = ({ balance }: Place, changeMinor: bigint | undefined) =>
    changeMinor === undefined ? undefined : balanceAfter(balance, changeMinor)
  return [
    {
      key: 'From',
      place: from,
      held: from.held,
      afterMinor: after(from, amountMinor === undefined ? undefined : -amountMinor),
    },
    // Nothing arrives of what is refused.
    { key: 'To', place: to, held: undefined, afterMinor: after(to, isEnough ? amountMinor : undefined) },
  ]
}

/** The balances of both places before and after. */
export function BalancesAfter(move: PlannedMove) {
  return (
    <Card className="grid gap-4">
      {placesIn(move).map(({ key, place, ...after }) => (
        <section key={key} className="grid min-w-0 gap-2">
          <h2 className="min-w-0 text-h3">{place.name}</h2>
          <dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-2 text-table">
            <BalanceRows balance={place.balance} currency={place.currency} {...after} />
          </dl>
        </section>
      ))}
    </Card>
  )
}

/** A movement between a customer's own accounts as a slip, with the same balances. */
export function MovementSlip(move: PlannedMove) {
  const { to, amountMinor } = move
  return (
    <Slip label="This movement" amountMinor={amountMinor} currency={to.currency} to={to.name}>
      {placesIn(move).map(({ key, place, ...after }) => (
        <Fragment key={key}>
          <SlipRow name={key} starts={key === 'To'}>
            <span className="flex min-w-0 justify-end">{place.name}</span>
          </SlipRow>
          <BalanceRows balance={place.balance} currency={place.currency} {...after} />
        </Fragment>
      ))}
    </Slip>
  )
}
