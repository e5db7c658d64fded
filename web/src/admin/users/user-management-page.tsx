import { pages } from '@bank/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { reasonOf } from '../../api/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { EmailSearch } from './email-search.tsx'
import { UserCard, UserCardSkeleton } from './user-card.tsx'
import { usersQuery } from './users.ts'
import { useUsersUrlState } from './users-url-state.ts'

// The page size of the endpoint.
const usersPerPage = 20

/** `/admin/dashboard`: the users, newest first, found by any part of their e-mail. */
export function UserManagementPage() {
  const urlState = useUsersUrlState()
  return (
    <div className="grid gap-section">
      <PageHeading>{pages.userManagement.title}</PageHeading>
      <EmailSearch urlState={urlState} />
      <Users urlState={urlState} />
    </div>
  )
}

function Users({ urlState }: { urlState: ReturnType<typeof useUsersUrlState> }) {
  const { data, error, isPlaceholderData, refetch } = useQuery(usersQuery(urlState))
  if (!data) {
    if (error) {
      return (
        <LoadFailure
          title="The users could not be loaded"
          reason={reasonOf(error)}
          onRetry={() => refetch()}
        />
      )
    }
    return (
      <div className={cards}>
        <p role="status" className="sr-only">
          Loading
        </p>
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

function NoUsers({ urlState }: { urlState: ReturnType<typeof useUsersUrlState> }) {
  return (
    <Card role="status">
      <EmptyState title={urlState.email ? `No users found for ‘${urlState.email}’` : 'No users found'}>
        {urlState.email && (
          <Button look="secondary" onClick={() => urlState.search('')}>
            Clear search
          </Button>
        )}
      </EmptyState>
    </Card>
  )
}

const cards = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'
