import type { HistoryRow, TransactionPage } from '@bank/contract/transactions/view'
import type { ReactNode } from 'react'
import { accountName } from '../accounts/account-name.tsx'
import { useAccounts } from '../accounts/accounts.ts'
import { useIsOfAllAccounts } from '../api/chosen-account.ts'

/** The account of a row, in words for the name of its button and as it is seen in the row. */
export type RowAccount = { readonly words: string; readonly chip: ReactNode }

/** Names the account of a row where the page is about all accounts; otherwise undefined. */
export function useRowAccount(): ((row: Pick<HistoryRow, 'account'>) => RowAccount) | undefined {
  const { data: accounts = [] } = useAccounts()
  if (!useIsOfAllAccounts()) return undefined
  return ({ account }) => {
    const found = accounts.find(({ number }) => number === account)
    const name = found ? accountName(found) : ''
    const end = account.slice(-4)
    return { words: `${name} ${end}`, chip: <AccountChip name={name} end={end} /> }
  }
}

/** A long name is cut at its own end. */
function AccountChip({ name, end }: { name: string; end: string }) {
  return (
    <span className="flex min-w-0 gap-1 rounded-chip bg-sunken px-1.5 text-caption text-muted-foreground">
      <span className="sr-only">,</span> <bdi className="line-clamp-1 break-all">{name}</bdi>{' '}
      <span className="shrink-0 before:content-['··']">{end}</span>
    </span>
  )
}

/** The rows of all accounts with ids of their own: money between two of them has a row on each, with the same id. */
export function withIdsOfAll(page: TransactionPage): TransactionPage {
  return {
    ...page,
    transactions: page.transactions.map((row) => ({ ...row, id: `${row.id}.${row.account}` })),
  }
}
