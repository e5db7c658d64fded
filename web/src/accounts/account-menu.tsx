import type { AccountView } from '@bank/contract/accounts/view'
import { linkTo } from '@bank/contract/pages'
import { Check, ChevronDown } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { choiceOf, useAccountChoice } from '../api/chosen-account.ts'
import { Amount } from '../ui/amount.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { AccountName, accountName } from './account-name.tsx'
import { AccountNumber } from './account-number.tsx'
import { isOpen } from './accounts.ts'

/** The account that the page is about, as a button that opens the list of all. */
export function AccountMenu({ accounts }: { accounts: readonly AccountView[] }) {
  const choice = useAccountChoice()
  const chosen = accounts.find(({ number, isMain }) => (choice === undefined ? isMain : number === choice))
  if (!chosen) return null
  return (
    <Disclosure
      buttonClass="flex min-h-target w-full items-center gap-3 border border-input-border bg-card px-3 py-2 text-label"
      panelClass="max-h-96 w-full overflow-y-auto"
      label={
        <>
          <span className="sr-only">Account: </span>
          <AccountName account={chosen} />
          <span className="ms-auto shrink-0">
            <Amount value={chosen.balance} currency={chosen.currency} />
          </span>
          <ChevronDown aria-hidden size={18} className="shrink-0 text-muted-foreground" />
        </>
      }
    >
      {(close) => <Choices accounts={accounts} chosen={chosen} onChoose={close} />}
    </Disclosure>
  )
}

/** The accounts as links to the open page for each, and a link to all of them. */
function Choices({
  accounts,
  chosen,
  onChoose,
}: {
  accounts: readonly AccountView[]
  chosen: AccountView
  onChoose: () => void
}) {
  const { pathname, search } = useLocation()
  return (
    <>
      <ul aria-label="Your accounts" className="grid p-2">
        {accounts.map((account) => (
          <li key={account.number}>
            <Link
              to={`${pathname}${searchFor(account, search)}`}
              aria-current={account === chosen ? 'true' : undefined}
              onClick={onChoose}
              className="flex min-h-14 items-center gap-3 rounded-control px-2 py-1.5 hover:bg-hover"
            >
              <Check
                aria-hidden
                size={18}
                className={account === chosen ? 'shrink-0' : 'invisible shrink-0'}
              />
              <span className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-3">
                <span className="grid min-w-0 grow basis-32">
                  <bdi className="justify-self-start text-label wrap-anywhere">{accountName(account)}</bdi>
                  <span className="text-caption text-muted-foreground">
                    <AccountNumber number={account.number} />
                    {account.isMain && ', main account'}
                    {!isOpen(account) && ', closed'}
                  </span>
                </span>
                <Amount value={account.balance} currency={account.currency} className="text-label" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="border-t px-4 py-1">
        <Link to={linkTo('accounts')} className="link-alone text-label">
          All accounts
        </Link>
      </div>
    </>
  )
}

/** The query of the open page for an account: its filters stay, and what belongs to one account goes. */
function searchFor(account: AccountView, search: string): string {
  const params = new URLSearchParams(search)
  for (const name of ['cursor', 'tx', 'step', 'account']) params.delete(name)
  const choice = choiceOf(account)
  if (choice) params.set('account', choice)
  return params.size > 0 ? `?${params}` : ''
}
