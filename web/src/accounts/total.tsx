import type { AccountView } from '@bank/contract/accounts/view'
import { formatMinor, minorOf } from '@bank/ledger/money'
import type { ReactNode } from 'react'
import { Amount } from '../ui/amount.tsx'
import { useAmountsHidden, useAmountsMark } from '../ui/hidden-amounts.ts'
import { accountName, NumberEnd } from './account-name.tsx'

/** The money of accounts in one currency, with pots also how much of it is in them. Nothing without an account. */
export function Total({
  accounts,
  hero = false,
}: {
  accounts: readonly AccountView[]
  /** As a large figure of the page. */
  hero?: boolean
}) {
  const [first] = accounts
  if (!first) return null
  const inAccounts = sumOf(accounts.map(({ balance }) => minorOf(balance)))
  const inPots = sumOf(accounts.map((account) => minorOf(account.inPots)))
  const amount = (minor: bigint, isHero = false) => (
    <Amount value={formatMinor(minor)} currency={first.currency} hero={isHero} />
  )
  return (
    <p className="text-table text-muted-foreground">
      Total{' '}
      <span className={hero ? 'block text-foreground' : 'text-label text-foreground'}>
        {amount(inAccounts + inPots, hero)}
      </span>
      {inPots > 0n && (
        <>
          {' '}
          = {amount(inAccounts)} in accounts + {amount(inPots)} in pots
        </>
      )}
    </p>
  )
}

/** More accounts than these share a part of the bar: so many tones cannot be told apart. */
const namedMax = 3

/**
 * A total as a bar of its parts: the first accounts in their order, each paler than the one before, the others together, then the pots
 * together. The cards say the same in words.
 */
export function DividedBar({ accounts }: { accounts: readonly AccountView[] }) {
  const isHidden = useAmountsHidden()
  const mark = useAmountsMark()
  const others = accounts.slice(namedMax)
  const ofAccounts: { name: ReactNode; minor: bigint }[] = [
    ...accounts.slice(0, namedMax).map((account) => ({
      name: (
        <>
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {accountName(account)}
          </span>
          <NumberEnd number={account.number} />
        </>
      ),
      minor: minorOf(account.balance),
    })),
    { name: `${others.length} more`, minor: sumOf(others.map(({ balance }) => minorOf(balance))) },
  ]
  const parts = [
    ...ofAccounts.map((part, position) => ({ ...part, look: 'bg-primary', opacity: 1 - position / 4 })),
    {
      name: 'Pots',
      minor: sumOf(accounts.map(({ inPots }) => minorOf(inPots))),
      look: 'bg-chart-in',
      opacity: 1,
    },
  ].filter(({ minor }) => minor > 0n)
  if (parts.length < 2) return null
  const whole = sumOf(parts.map(({ minor }) => minor))
  return (
    <div aria-hidden className="grid gap-1.5">
      <span {...mark} className="flex h-2 gap-1 overflow-hidden rounded-full bg-sunken">
        {!isHidden &&
          parts.map(({ minor, look, opacity }) => (
            <svg
              key={`${look} ${opacity}`}
              aria-hidden="true"
              // The gaps are taken from all.
              width={`${Math.max(1, Number((minor * 1_000n) / whole) / 10)}%`}
              height="8"
              opacity={opacity}
              className={look}
            />
          ))}
      </span>
      <p className="flex flex-wrap gap-x-4 text-caption text-muted-foreground">
        {parts.map(({ name, look, opacity }) => (
          <span key={`${look} ${opacity}`} className="flex min-w-0 items-center gap-1.5">
            <svg
              aria-hidden="true"
              width="8"
              height="8"
              opacity={opacity}
              className={`shrink-0 rounded-full ${look}`}
            />
            {name}
          </span>
        ))}
      </p>
    </div>
  )
}

function sumOf(minors: readonly bigint[]): bigint {
  return minors.reduce((sum, minor) => sum + minor, 0n)
}
