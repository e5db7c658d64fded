import type { AccountView } from '@bank/contract/accounts/view'
import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { accountTypes, labelOf } from '@bank/contract/option-lists'
import { linkTo } from '@bank/contract/pages'
import { clsx } from 'clsx'
import { Link } from 'react-router'
import { accountName } from '../../accounts/account-name.tsx'
import { CopiedAccountNumber } from '../../accounts/copied-account-number.tsx'
import { choiceOf } from '../../api/chosen-account.ts'
import { Amount } from '../../ui/amount.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AccountChip } from './account-state-chip.tsx'

/** The accounts of a user who has several. The chosen one, which the rest of the page is about, is in the URL. */
export function UserAccounts({ user }: { user: UserDetailsView }) {
  return (
    <Card className="grid gap-4">
      <h2 className="text-h2">Accounts</h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {user.accounts.map((account) => (
          <Account
            key={account.number}
            userId={user.id}
            account={account}
            isChosen={account.number === user.account.number}
          />
        ))}
      </ul>
    </Card>
  )
}

/** The name is the link, the whole card its hit area. */
function Account({ userId, account, isChosen }: { userId: string; account: AccountView; isChosen: boolean }) {
  const { number, name, type, currency, balance, isMain } = account
  const typeLabel = labelOf(accountTypes, type)
  return (
    <li
      className={clsx(
        'relative flex min-w-0 flex-col gap-1 rounded-control border px-3 py-2',
        isChosen ? 'border-primary bg-primary-soft text-primary-soft-foreground' : 'hover:bg-hover',
      )}
    >
      <div className="flex items-center justify-between gap-3">
        {/* A long name is cut at its own end in either writing direction. */}
        <Link
          to={linkTo('user', { id: userId, account: choiceOf(account) })}
          aria-current={isChosen ? 'true' : undefined}
          dir="auto"
          className="min-w-0 truncate text-label after:absolute after:inset-0"
        >
          {accountName(account)}
        </Link>
        <AccountChip account={account} />
      </div>
      <p className="text-caption">
        {isMain && 'Main account, '}
        {name === null ? currency : `${typeLabel}, ${currency}`}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="relative flex items-center text-table">
          <span className="sr-only">Account number </span>
          <CopiedAccountNumber number={number} label={`Copy account number ${number}`} />
        </span>
        {/* The margin of an amount would be on the side that its digits are read from. */}
        <span className="ms-auto">
          <Amount value={balance} currency={currency} className="text-label" />
        </span>
      </div>
    </li>
  )
}

/** In the place of the user's data when the URL has an account number that is not one of theirs. */
export function UnknownUserAccount({ userId }: { userId: string }) {
  return (
    <Card className="grid justify-items-start gap-4">
      <h2 className="text-h2">This user has no account with this number</h2>
      <ButtonLink to={linkTo('user', { id: userId })}>Show the main account</ButtonLink>
    </Card>
  )
}
