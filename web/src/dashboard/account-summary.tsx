import type { AccountView } from '@bank/contract/accounts/view'
import { accountTypes, currencyOptions, labelOf } from '@bank/contract/option-lists'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { CopiedAccountNumber } from '../accounts/copied-account-number.tsx'
import { Amount } from '../ui/amount.tsx'
import { BalanceParts } from './balance-parts.tsx'
import { HideAmounts } from './hide-amounts.tsx'

/** The summary of an account (§2) on one card: the balance, and in a line below it the number, the type and the currency. */
export function AccountSummary({ account }: { account: AccountView }) {
  const { number, type, currency, balance } = account
  return (
    <dl className={balanceCard} data-currency={currency}>
      <div className="col-span-full grid justify-items-start gap-1 pb-3">
        <dt className="text-label text-hero-muted">Account Balance</dt>
        {/* The button follows the amount for screen readers; on the screen it is in the corner. */}
        <dd className="w-full min-w-0">
          <Amount value={balance} currency={currency} hero />
          <BalanceParts account={account} />
          <div className="absolute end-2 top-2">
            <HideAmounts />
          </div>
        </dd>
      </div>
      <Cell label="Account Number">
        <span className="-my-2.5 flex items-center">
          <CopiedAccountNumber number={number} />
        </span>
      </Cell>
      <Cell label="Account Type">{labelOf(accountTypes, type)}</Cell>
      <Cell label="Account currency">
        <bdi>{labelOf(currencyOptions, currency)}</bdi>
      </Cell>
    </dl>
  )
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={cell}>
      <dt className="text-caption text-hero-muted">{label}</dt>
      <dd className="flex items-center gap-x-1 text-label">{children}</dd>
    </div>
  )
}

// On a phone the third of them is a line of its own.
const cell = clsx(
  'border-t border-current/20 pe-4 pt-2 sm:pe-section',
  'max-sm:last:col-span-full max-sm:last:flex max-sm:last:items-baseline max-sm:last:gap-2 max-sm:last:border-0 max-sm:last:pt-1',
)

export const balanceCard = clsx(
  'engraved relative grid grid-cols-[auto_1fr] rounded-hero p-card text-hero-foreground sm:grid-cols-[auto_auto_1fr]',
  'bg-[linear-gradient(135deg,var(--color-hero),var(--color-hero-end))]',
)
