import { allAccounts } from '@bank/contract/accounts/all-accounts'
import type { AccountView } from '@bank/contract/accounts/view'
import { linkTo, pageAt } from '@bank/contract/pages'
import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { type AccountChoice, choiceOf, useAccountChoice, useIsOfAllAccounts } from '../api/chosen-account.ts'
import { Amount } from '../ui/amount.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { AccountName, accountName } from './account-name.tsx'
import { AccountNumber } from './account-number.tsx'
import { isOpen } from './accounts.ts'

/** The account that the page is about, or all of them, as a button that opens the list. */
export function AccountMenu({ accounts }: { accounts: readonly AccountView[] }) {
  const choice = useAccountChoice()
  const isOfAll = useIsOfAllAccounts()
  const chosen = accounts.find(({ number, isMain }) => (choice === undefined ? isMain : number === choice))
  if (!chosen) return null
  return (
    <Disclosure
      buttonClass="flex min-h-target w-full items-center gap-3 border border-input-border bg-card px-3 py-2 text-label"
      panelClass="max-h-80 w-full overflow-y-auto"
      label={
        <>
          <span className="sr-only">Account: </span>
          {isOfAll ? (
            'All accounts'
          ) : (
            <>
              <AccountName account={chosen} />
              <span className="ms-auto shrink-0">
                <Amount value={chosen.balance} currency={chosen.currency} />
              </span>
            </>
          )}
          <ChevronDown
            aria-hidden
            size={18}
            className={clsx('shrink-0 text-muted-foreground', isOfAll && 'ms-auto')}
          />
        </>
      }
    >
      {(close) => <Choices accounts={accounts} chosen={isOfAll ? undefined : chosen} onChoose={close} />}
    </Disclosure>
  )
}

/** All accounts, where the open page can show them together, and each of them as links to the page, and a link to the page of accounts. */
function Choices({
  accounts,
  chosen,
  onChoose,
}: {
  accounts: readonly AccountView[]
  /** Undefined when the page is about all of them. */
  chosen: AccountView | undefined
  onChoose: () => void
}) {
  const { pathname } = useLocation()
  return (
    <>
      <ul aria-label="Your accounts" className="grid p-2">
        {pageAt(pathname)?.isOfAllAccounts && (
          <Choice account={allAccounts} isChosen={!chosen} onChoose={onChoose}>
            <span className="text-label">All accounts</span>
          </Choice>
        )}
        {accounts.map((account) => (
          <Choice
            key={account.number}
            account={choiceOf(account)}
            isChosen={account === chosen}
            onChoose={onChoose}
          >
            <span className="grid min-w-0 grow basis-32">
              <bdi className="justify-self-start text-label wrap-anywhere">{accountName(account)}</bdi>
              <span className="text-caption text-muted-foreground">
                <AccountNumber number={account.number} />
                {account.isMain && ', main account'}
                {!isOpen(account) && ', closed'}
              </span>
            </span>
            <Amount value={account.balance} currency={account.currency} className="text-label" />
          </Choice>
        ))}
      </ul>
      <div className="border-t px-4 py-1">
        <Link to={linkTo('accounts')} className="link-alone text-label">
          Manage accounts
        </Link>
      </div>
    </>
  )
}

function Choice({
  account,
  isChosen,
  onChoose,
  children,
}: {
  account: AccountChoice
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}) {
  const { pathname, search } = useLocation()
  return (
    <li>
      <Link
        to={`${pathname}${searchFor(account, search)}`}
        aria-current={isChosen ? 'true' : undefined}
        onClick={onChoose}
        className="flex min-h-14 items-center gap-3 rounded-control px-2 py-1.5 hover:bg-hover"
      >
        <Check aria-hidden size={18} className={isChosen ? 'shrink-0' : 'invisible shrink-0'} />
        <span className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-3">{children}</span>
      </Link>
    </li>
  )
}

/** The query of the open page for an account: its filters stay, and what belongs to one account goes. */
function searchFor(choice: AccountChoice, search: string): string {
  const params = new URLSearchParams(search)
  for (const name of ['cursor', 'tx', 'step', 'account']) params.delete(name)
  if (choice) params.set('account', choice)
  return params.size > 0 ? `?${params}` : ''
}
