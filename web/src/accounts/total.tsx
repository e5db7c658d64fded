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
      look: 'fill-primary',
      opacity: Math.max(0.3, 1 - position / 4),
    })),
    { key: 'pots', minor: inPots, look: 'fill-chart-in', opacity: 1 },
  ].filter(({ minor }) => minor > 0n)
  if (parts.length < 2) return null
  const whole = sumOf(parts.map(({ minor }) => minor))
  const shareOf = (minor: bigint) => Number((minor * 1_000n) / whole)
  return (
    <svg
      aria-hidden="true"
      {...mark}
      viewBox="0 0 1000 1"
      preserveAspectRatio="none"
      className="h-2 w-full rounded-full bg-sunken rtl:-scale-x-100"
    >
      {!isHidden &&
        parts.map(({ key, minor, look, opacity }, position) => (
          <rect
            key={key}
            x={shareOf(sumOf(parts.slice(0, position).map((part) => part.minor)))}
            // A gap before the next part.
            width={Math.max(2, shareOf(minor) - 3)}
            height="1"
            fillOpacity={opacity}
            className={look}
          />
        ))}
    </svg>
  )
}

function sumOf(minors: readonly bigint[]): bigint {
  return minors.reduce((sum, minor) => sum + minor, 0n)
}
