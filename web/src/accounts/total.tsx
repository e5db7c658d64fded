import type { AccountView } from '@bank/contract/accounts/view'
import { formatMinor, minorOf } from '@bank/ledger/money'
import { Amount } from '../ui/amount.tsx'
import { useAmountsHidden, useAmountsMark } from '../ui/hidden-amounts.ts'

/** The money of accounts in one currency; with pots also how much of it is in them, and a bar that shows its parts. Nothing without an account. */
export function Total({ accounts }: { accounts: readonly AccountView[] }) {
  const [first] = accounts
  if (!first) return null
  const inAccounts = sumOf(accounts.map(({ balance }) => minorOf(balance)))
  const inPots = sumOf(accounts.map((account) => minorOf(account.inPots)))
  const amount = (minor: bigint) => <Amount value={formatMinor(minor)} currency={first.currency} />
  return (
    <div className="grid gap-1.5">
      <p className="text-table text-muted-foreground">
        Total <span className="text-label text-foreground">{amount(inAccounts + inPots)}</span>
        {inPots > 0n && (
          <>
            {' '}
            = {amount(inAccounts)} in accounts + {amount(inPots)} in pots
          </>
        )}
      </p>
      <DividedBar accounts={accounts} inPots={inPots} />
    </div>
  )
}

/** Each account in its order, paler than the one before, then the pots together. The cards say the same in words. */
function DividedBar({ accounts, inPots }: { accounts: readonly AccountView[]; inPots: bigint }) {
  const isHidden = useAmountsHidden()
  const mark = useAmountsMark()
  const parts = [
    ...accounts.map(({ number, balance }, position) => ({
      key: number,
      minor: minorOf(balance),
      look: 'bg-primary',
      opacity: Math.max(0.3, 1 - position / 4),
    })),
    { key: 'pots', minor: inPots, look: 'bg-chart-in', opacity: 1 },
  ].filter(({ minor }) => minor > 0n)
  if (parts.length < 2) return null
  const whole = sumOf(parts.map(({ minor }) => minor))
  return (
    <span aria-hidden {...mark} className="flex h-2 gap-1 overflow-hidden rounded-full bg-sunken">
      {!isHidden &&
        parts.map(({ key, minor, look, opacity }) => (
          <svg
            key={key}
            aria-hidden="true"
            // The gaps are taken from all.
            width={`${Math.max(1, Number((minor * 1_000n) / whole) / 10)}%`}
            height="8"
            opacity={opacity}
            className={look}
          />
        ))}
    </span>
  )
}

function sumOf(minors: readonly bigint[]): bigint {
  return minors.reduce((sum, minor) => sum + minor, 0n)
}
