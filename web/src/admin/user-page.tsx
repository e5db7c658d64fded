import { formatMoney } from '@bank/contract/format-money'
import { messages } from '@bank/contract/messages'
import {
  accountTypes,
  currencyOptions,
  employmentStatuses,
  genders,
  labelOf,
} from '@bank/contract/option-lists'
import type { UserDetailsView } from '@bank/contract/user-views'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { AccountNumber } from '../accounts/account-number.tsx'
import { reasonOf } from '../api/problem.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { DateText, dayInLists } from '../ui/date-text.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { ActiveChip } from './active-chip.tsx'
import { Fact } from './staff-list.tsx'
import { UserActions } from './user-actions.tsx'
import { UserHistory } from './user-history.tsx'
import { userQuery } from './users.ts'

/** `/admin/users/{id}`: who somebody is to the bank, what can be done, and their transactions. */
export function UserPage() {
  const { id = '' } = useParams()
  const { data: user, error, refetch } = useQuery(userQuery(id))
  return (
    <div className="grid gap-section">
      <PageHeading>User Details</PageHeading>
      {user ? (
        <div className="grid items-start gap-section xl:grid-cols-[minmax(0,1fr)_17rem]">
          <Hero user={user} />
          <aside
            aria-label="What can be done"
            className="sticky bottom-0 z-10 -mx-gutter border-t bg-card px-gutter py-4 md:static md:mx-0 md:rounded-card md:border md:px-4 xl:sticky xl:top-[calc(var(--bar-height)+32px)] xl:row-span-3"
          >
            <UserActions key={user.id} user={user} />
          </aside>
          <Details user={user} />
          <UserHistory userId={user.id} />
        </div>
      ) : error ? (
        <LoadFailure
          title="The user could not be loaded"
          reason={reasonOf(error)}
          onRetry={() => refetch()}
        />
      ) : (
        <Card>
          <p role="status" className="sr-only">
            Loading
          </p>
          <Skeleton className="h-24 w-full" />
        </Card>
      )}
    </div>
  )
}

function Hero({ user }: { user: UserDetailsView }) {
  const { account } = user
  return (
    <Card className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar name={user.name} image={user.avatar} size="size-20 text-h2" />
      <div className="grid min-w-0 grow basis-52 gap-1">
        <p className="wrap-anywhere text-h2">
          <bdi>{user.name}</bdi>
        </p>
        <p className="wrap-anywhere text-muted-foreground">
          <bdi>{user.email}</bdi>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-3">
          <ActiveChip isActive={account.isActive} />
          {user.role === 'administrator' && <span className="text-caption">Administrator</span>}
        </p>
      </div>
      <div className="grid gap-1">
        <p className="text-caption text-muted-foreground">Balance</p>
        <p className="text-h1 tabular">{formatMoney(account.balance, account.currency)}</p>
        <p className="flex items-center gap-1">
          <span className="sr-only">Account number </span>
          <AccountNumber number={account.number} />
          <CopyButton
            text={account.number}
            label="Copy account number"
            onCopied={() => toast.success(messages.accountNumberCopied)}
          />
        </p>
      </div>
    </Card>
  )
}

function Details({ user }: { user: UserDetailsView }) {
  const { account } = user
  const details: readonly (readonly [string, ReactNode])[] = [
    ['Phone', user.phone],
    ['Country', user.country],
    ['Address', user.street],
    ['City', user.city],
    ['State', user.state],
    ['Zip', user.zip],
    ['Date of birth', user.dob && dayInLists(user.dob)],
    ['Gender', labelOf(genders, user.gender)],
    ['Employment status', labelOf(employmentStatuses, user.employmentStatus)],
    ['Account type', labelOf(accountTypes, account.type)],
    ['Currency', labelOf(currencyOptions, account.currency)],
    ['In transit', formatMoney(account.inTransit, account.currency)],
    ['Registered', <DateText key="registered" moment={user.createdAt} />],
    ['Password', <PasswordAge key="password" user={user} />],
  ]
  return (
    <Card className="grid gap-4">
      <h2 className="text-h2">Profile and account</h2>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 text-table md:grid-cols-3">
        {details.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value || <span className="text-muted-foreground">Not provided</span>}
          </Fact>
        ))}
      </dl>
      <Link
        to={`/admin/audit-log?subject=${encodeURIComponent(user.email)}`}
        className="link-alone justify-self-start"
      >
        What was done to this account
      </Link>
    </Card>
  )
}

/** Nobody can read a password: only how old it is. */
function PasswordAge({ user }: { user: UserDetailsView }) {
  return (
    <>
      set on <DateText moment={user.passwordSetAt} />
    </>
  )
}
