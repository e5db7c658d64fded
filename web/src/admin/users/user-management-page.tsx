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
import { useUsersPlace } from './users-url-state.ts'

/** As many as the bank gives at once. */
const usersPerPage = 20

/** `/admin/dashboard`: the users, newest first, found by any part of their e-mail. */
export function UserManagementPage() {
  const place = useUsersPlace()
  return (
    <div className="grid gap-section">
      <PageHeading>User Management</PageHeading>
      <EmailSearch place={place} />
      <Users place={place} />
    </div>
  )
}

function Users({ place }: { place: ReturnType<typeof useUsersPlace> }) {
  const { data, error, isPlaceholderData, refetch } = useQuery(usersQuery(place))
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
  if (data.users.length === 0) return <Nobody place={place} />
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
        firstRow={place.pagesBefore * usersPerPage + 1}
        rowCount={data.users.length}
        total={data.total}
        onPrevious={place.goBack}
        onNext={next ? () => place.goOn(next) : undefined}
      />
    </>
  )
}

function Nobody({ place }: { place: ReturnType<typeof useUsersPlace> }) {
  return (
    <Card role="status">
      <EmptyState title={place.email ? `No users found for ‘${place.email}’` : 'No users found'}>
        {place.email && (
          <Button look="secondary" onClick={() => place.search('')}>
            Clear search
          </Button>
        )}
      </EmptyState>
    </Card>
  )
}

const cards = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'
