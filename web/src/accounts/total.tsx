import type { AccountView } from '@bank/contract/accounts/view'
import { formatMinor, minorOf } from '@bank/ledger/money'
import { Amount } from '../ui/amount.tsx'

/** The money of accounts in one currency; with pots also how much of it is in them. Nothing without an account. */
export function Total({ accounts }: { accounts: readonly AccountView[] }) {
  const [first] = accounts
  if (!first) return null
  const inAccounts = sumOf(accounts.map(({ balance }) => balance))
  const inPots = sumOf(accounts.map((account) => account.inPots))
  const amount = (minor: bigint) => <Amount value={formatMinor(minor)} currency={first.currency} />
  return (
    <p className="text-table text-muted-foreground">
      Total <span className="text-label text-foreground">{amount(inAccounts + inPots)}</span>
      {inPots > 0n && (
        <>
          {' '}
          = {amount(inAccounts)} in accounts + {amount(inPots)} in pots
        </>
      )}
    </p>
  )
}

function sumOf(amounts: readonly string[]): bigint {
  return amounts.reduce((sum, amount) => sum + minorOf(amount), 0n)
}
