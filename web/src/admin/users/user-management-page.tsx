import type { UserPage } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { pages } from '@bank/contract/pages'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { download } from '../../api/call.ts'
import { DownloadButton } from '../../api/download-button.tsx'
import { LoadFailure } from '../../api/load-failure.tsx'
import { fieldReasons } from '../../api/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { useActivations } from './use-activations.ts'
import { UserCard, UserCardSkeleton } from './user-card.tsx'
import { UserFilters } from './user-filters.tsx'
import { filterOf, usersQuery } from './users.ts'
import { UsersTable } from './users-table.tsx'
import { type UsersUrlState, useUsersUrlState } from './users-url-state.ts'
import { WhatWaits } from './what-waits.tsx'

// The page size of the endpoint.
const usersPerPage = 20

/** `/admin/dashboard`: the users, found by email, name or account number, of one state or all, in an order. */
export function UserManagementPage() {
  const urlState = useUsersUrlState()
  const users = useQuery(usersQuery(urlState))
  const searchError = fieldReasons(users.error).find(({ field }) => field === 'search')?.reason
  return (
    <div className="grid gap-section">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <PageHeading>{pages.userManagement.title}</PageHeading>
          <WhatWaits />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" onClick={() => urlState.showAs(urlState.isTable ? 'cards' : 'table')}>
            {urlState.isTable ? 'Cards' : 'Table'}
          </Button>
          <DownloadButton
            busyLabel="Preparing file…"
            toastId="users-file"
            load={() => download(endpoints.downloadUsers, { query: filterOf(urlState) })}
          >
            Download CSV
          </DownloadButton>
        </div>
      </div>
      <UserFilters urlState={urlState} searchError={searchError} />
      {!searchError && (
        // Other filters begin with an empty selection.
        <Users key={JSON.stringify(filterOf(urlState))} urlState={urlState} users={users} />
      )}
    </div>
  )
}

function Users({ urlState, users }: { urlState: UsersUrlState; users: UseQueryResult<UserPage> }) {
  const { data, error, isPlaceholderData, refetch } = users
  const activations = useActivations()
  if (!data) {
    if (error) {
      return <LoadFailure title="The users could not be loaded" error={error} onRetry={() => refetch()} />
    }
    return (
      <div className={cards}>
        <LoadingText look="sr-only" />
        {[1, 2, 3, 4, 5, 6].map((card) => (
          <UserCardSkeleton key={card} />
        ))}
      </div>
    )
  }
  if (data.users.length === 0) return <NoUsers urlState={urlState} />
  const next = data.nextCursor
  return (
    <>
      {urlState.isTable ? (
        <UsersTable users={data.users} busy={isPlaceholderData} activations={activations} />
      ) : (
        <ul aria-busy={isPlaceholderData} className={`${cards} aria-busy:opacity-60`}>
          {data.users.map((user) => (
            <UserCard key={user.id} user={user} activations={activations} />
          ))}
        </ul>
      )}
      <Pagination
        label="User pages"
        firstRow={urlState.pagesBefore * usersPerPage + 1}
        rowCount={data.users.length}
        total={data.total}
        atLeast={data.atLeast}
        onPrevious={urlState.goBack}
        onNext={next ? () => urlState.goOn(next) : undefined}
      />
      <NotActivatedDialog
        open={activations.refused.length > 0}
        refused={activations.refused}
        onClose={activations.dismiss}
      />
    </>
  )
}

const NotActivatedDialog = lazyDialog(
  async () => (await import('./not-activated-dialog.tsx')).NotActivatedDialog,
)

function NoUsers({ urlState: { search, state, choose } }: { urlState: UsersUrlState }) {
  const users = state ? `${state} users` : 'users'
  return (
    <Card role="status">
      <EmptyState title={`No ${users} found${search && ` for ‘${search}’`}`}>
        {(search || state) && (
          <Button look="secondary" onClick={() => choose({ search: '', state: '' })}>
            {state ? 'Clear filters' : 'Clear search'}
          </Button>
        )}
      </EmptyState>
    </Card>
  )
}

const cards = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'
