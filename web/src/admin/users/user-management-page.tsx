import type { UserPage } from '@bank/contract/admin/users/view'
import { pages } from '@bank/contract/pages'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../api/load-failure.tsx'
import { fieldReasons } from '../../api/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { UserCard, UserCardSkeleton } from './user-card.tsx'
import { UserFilters } from './user-filters.tsx'
import { usersQuery } from './users.ts'
import { type UsersUrlState, useUsersUrlState } from './users-url-state.ts'

// The page size of the endpoint.
const usersPerPage = 20

/** `/admin/dashboard`: the users, found by email, name or account number, of one state or all, in an order. */
export function UserManagementPage() {
  const urlState = useUsersUrlState()
  const users = useQuery(usersQuery(urlState))
  const searchError = fieldReasons(users.error).find(({ field }) => field === 'search')?.reason
  return (
    <div className="grid gap-section">
      <PageHeading>{pages.userManagement.title}</PageHeading>
      <UserFilters urlState={urlState} searchError={searchError} />
      {!searchError && <Users urlState={urlState} users={users} />}
    </div>
  )
}

function Users({ urlState, users }: { urlState: UsersUrlState; users: UseQueryResult<UserPage> }) {
  const { data, error, isPlaceholderData, refetch } = users
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
      <ul aria-busy={isPlaceholderData} className={`${cards} aria-busy:opacity-60`}>
        {data.users.map((user) => (
          <UserCard key={user.id} user={user} />
        ))}
      </ul>
      <Pagination
        label="User pages"
        firstRow={urlState.pagesBefore * usersPerPage + 1}
        rowCount={data.users.length}
        total={data.total}
        onPrevious={urlState.goBack}
        onNext={next ? () => urlState.goOn(next) : undefined}
      />
    </>
  )
}

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
