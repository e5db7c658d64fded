import type { AccountView } from '@bank/contract/accounts/view'
import { accountTypes, currencyOptions, labelOf } from '@bank/contract/option-lists'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { AccountDetails } from '../accounts/account-details.tsx'
import { CopiedAccountNumber } from '../accounts/copied-account-number.tsx'
import { Amount } from '../ui/amount.tsx'
import { HideAmounts } from './hide-amounts.tsx'

/** The four summary cards (§2): the balance, and the number, type and currency of the account. */
export function AccountSummary({ account }: { account: AccountView }) {
  const { number, type, currency, balance, inTransit } = account
  return (
    <dl className={summaryGrid}>
      <div className={balanceCard}>
        <dt className="text-label text-hero-muted">Account Balance</dt>
        {/* The button follows the amount for screen readers; on the screen it is in the corner. */}
        <dd className="grid min-w-0 content-between justify-items-start gap-3">
          <Amount value={balance} currency={currency} hero />
          <p className="text-table text-hero-muted">
            {/^0\.00$/.test(inTransit) ? (
              'Nothing pending'
            ) : (
              <>
                <Amount value={inTransit} currency={currency} /> pending, already deducted
              </>
            )}
          </p>
          <AccountDetails
            account={account}
            className="-mb-3 min-h-target text-table text-hero-foreground underline outline-hero-ring"
          >
            Account details
          </AccountDetails>
          <div className="absolute end-2 top-2">
            <HideAmounts />
          </div>
        </dd>
      </div>
      <Cell label="Account Number" wide>
        <CopiedAccountNumber number={number} />
      </Cell>
      <Cell label="Account Type">{labelOf(accountTypes, type)}</Cell>
      <Cell label="Account currency">
        <bdi>{labelOf(currencyOptions, currency)}</bdi>
      </Cell>
    </dl>
  )
}

function Cell({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={clsx(summaryCell, wide && wideCell)}>
      <dt className="text-caption text-muted-foreground">{label}</dt>
      <dd className="flex min-h-target flex-wrap items-center gap-x-1 text-h3">{children}</dd>
    </div>
  )
}

/** The balance over three cells on a phone, and beside them on wider screens. */
export const summaryGrid = 'grid grid-cols-2 gap-3 sm:grid-cols-12 sm:grid-rows-3'
export const balanceCard = clsx(
  'relative grid grid-rows-[auto_1fr] gap-2 rounded-hero bg-[linear-gradient(135deg,var(--color-hero),var(--color-hero-end))] p-card text-hero-foreground',
  'col-span-2 min-h-36 sm:col-span-7 sm:row-span-3',
)
export const summaryCell = clsx(
  'grid content-start gap-0.5 rounded-card border bg-card px-card py-3 shadow-xs',
  'sm:col-span-5 sm:content-center sm:py-1',
  // One line each: the label at the start, the value at the end.
  'xl:flex xl:items-center xl:justify-between',
)
/** An account number needs the full width of a phone. */
export const wideCell = 'max-sm:col-span-2'
