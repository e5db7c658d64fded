import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { formatMoney } from '@bank/contract/format-money'
import { linkTo, pages } from '@bank/contract/pages'
import { roleNames } from '@bank/contract/roles/rights'
import { isStaff } from '@bank/contract/roles/role'
import { useQuery } from '@tanstack/react-query'
import { MailWarning } from 'lucide-react'
import { Link, useParams, useSearchParams } from 'react-router'
import { CopiedAccountNumber } from '../../accounts/copied-account-number.tsx'
import { LoadFailure } from '../../api/load-failure.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Pill } from '../../ui/status-pill.tsx'
import { hasSeveralAccounts, userAccountKey, withAccount } from '../chosen-account.ts'
import { HoldsCard } from '../holds/holds-card.tsx'
import { UserHistory } from '../transactions/user-history.tsx'
import { useMayOpen } from '../use-may.ts'
import { AccountChip } from './account-state-chip.tsx'
import { HoldingsCard } from './holdings-card.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { UnknownUserAccount, UserAccounts } from './user-accounts.tsx'
import { UserActions, UserActionsSkeleton } from './user-actions.tsx'
import { UserFacts } from './user-facts.tsx'
import { userQuery } from './users.ts'

/** `/admin/users/{id}`: a user's profile and accounts, the actions on them, and the transactions of the account in the URL. */
export function UserPage() {
  const { id = '' } = useParams()
  const [query] = useSearchParams()
  const choice = query.get('account') ?? undefined
  const { data, error, refetch } = useQuery(userQuery(id))
  const user = data && withAccount(data, choice)
  const several = user && hasSeveralAccounts(user) ? user : undefined
  return (
    <div className="grid gap-section">
      <PageHeading>{pages.user.title}</PageHeading>
      {error && !data ? (
        <LoadFailure title="The user could not be loaded" error={error} onRetry={() => refetch()} />
      ) : data && !user ? (
        <UnknownUserAccount userId={id} />
      ) : (
        <div className="grid gap-section xl:grid-cols-[minmax(0,1fr)_17rem]">
          {!user && <LoadingText look="sr-only" />}
          <Hero user={user} />
          <aside
            aria-label="Actions"
            className="sticky bottom-0 z-10 -mx-gutter border-t bg-card px-gutter py-4 md:static md:mx-0 md:rounded-card md:border md:px-4"
          >
            {user ? <UserActions key={userAccountKey(user)} user={user} /> : <UserActionsSkeleton />}
          </aside>
          {!user && <Skeleton className="h-96 w-full rounded-card xl:col-span-2" />}
          {/* The transactions are requested at the same time, and shown below what is known of the user. */}
          <div hidden={!user} className="grid min-w-0 gap-section xl:col-span-2">
            {user && user.approvals.length > 0 && <WaitingActs approvals={user.approvals} />}
            {several && <UserAccounts user={several} />}
            {user && <UserFacts key={user.id} user={user} />}
            {user && <HoldsCard key={`holds of ${userAccountKey(user)}`} user={user} />}
            {user && <SignInCard key={`login ${user.id}`} user={user} />}
            {user && <HoldingsCard key={`holdings ${userAccountKey(user)}`} user={user} />}
            {user && (
              <UserTimeline
                key={`timeline ${user.id}`}
                userId={user.id}
                placeholder={<Skeleton className="h-96 w-full rounded-card" />}
              />
            )}
            <UserHistory
              key={`${id} ${choice}`}
              userId={id}
              account={choice}
              shownNumber={several?.account.number}
            />
          </div>
        </div>
      )}
    </div>
  )
}

// Below the first view.
const UserTimeline = deferred(async () => (await import('../timeline/user-timeline.tsx')).UserTimeline)

function Hero({ user }: { user: UserDetailsView | undefined }) {
  const account = user?.account
  // The state of the user: with the main account, every other one is inactive.
  const main = user?.accounts[0]
  return (
    <Card className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-4">
      {user ? (
        <Avatar name={user.name} image={user.avatar} size="size-20 text-h2" />
      ) : (
        <Skeleton className="size-20 rounded-full" />
      )}
      <div className="grid min-w-0 grow basis-52 gap-1">
        <div className="wrap-anywhere text-h2">
          {user ? <bdi>{user.name}</bdi> : <Skeleton className="h-lh w-44" />}
        </div>
        <div className="wrap-anywhere text-muted-foreground">
          {user ? <bdi>{user.email}</bdi> : <Skeleton className="h-lh w-52" />}
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-3">
          {main ? <AccountChip account={main} /> : <Skeleton className="h-6 w-24" />}
          {user?.emailConfirmedAt === null && (
            <Pill
              icon={MailWarning}
              look="border-pending-border bg-pending-soft text-pending"
              word="Email not confirmed"
            />
          )}
          {user && isStaff(user.role) && <span className="text-caption">{roleNames[user.role]}</span>}
        </div>
        {user?.deactivations
          .filter(({ accountNumber }) => accountNumber === user.account.number)
          .map((deactivation) => (
            <LastDeactivation key={deactivation.accountNumber} {...deactivation} />
          ))}
        {account?.declinedAt && (
          <p className="wrap-anywhere text-table">
            Activation declined on <DateText moment={account.declinedAt} time />:{' '}
            <bdi>{account.declineReason}</bdi>
          </p>
        )}
      </div>
      <div className="grid gap-1">
        <p className="text-caption text-muted-foreground">Balance</p>
        <div className="text-h1 tabular">
          {account ? formatMoney(account.balance, account.currency) : <Skeleton className="h-lh w-36" />}
        </div>
        <div className="flex min-h-target items-center gap-1">
          {account ? (
            <>
              <span className="sr-only">Account number </span>
              <CopiedAccountNumber number={account.number} />
            </>
          ) : (
            <Skeleton className="h-lh w-36" />
          )}
        </div>
      </div>
    </Card>
  )
}

/** What waits for a second person about the user. */
function WaitingActs({ approvals }: { approvals: UserDetailsView['approvals'] }) {
  const mayOpen = useMayOpen()
  return (
    <Notice tone="pending">
      <ul className="grid gap-1">
        {approvals.map(({ id, sentence, maker }) => (
          <li key={id}>
            Waits for approval: <bdi>{sentence}</bdi>. Asked for by <bdi>{maker.name}</bdi>.
          </li>
        ))}
      </ul>
      {mayOpen(linkTo('approvals')) && (
        <Link to={linkTo('approvals')} className="underline">
          Open approvals
        </Link>
      )}
    </Notice>
  )
}

function LastDeactivation({ at, by, reason }: UserDetailsView['deactivations'][number]) {
  return (
    <p className="wrap-anywhere text-table">
      Deactivated{' '}
      {by && (
        <>
          by <bdi>{by}</bdi>{' '}
        </>
      )}
      on <DateText moment={at} time />
      {reason && (
        <>
          : <bdi>{reason}</bdi>
        </>
      )}
    </p>
  )
}
