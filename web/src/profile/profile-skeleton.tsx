import { Card } from '../ui/card.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { detailsGrid } from './profile-details.tsx'

/** The boxes of the profile while it is loading: the header and eight lines. */
export function ProfileSkeleton() {
  return (
    <>
      <LoadingText>Loading your profile</LoadingText>
      <Card className="flex flex-wrap items-center gap-6">
        <Skeleton className="size-24 rounded-full" />
        <Skeleton className="h-14 grow basis-52" />
      </Card>
      <Card className="grid gap-field">
        <h2 className="flex min-h-target items-center text-h3">Your details</h2>
        <div className={detailsGrid}>
          {lines.map((line) => (
            <Skeleton key={line} className="h-12" />
          ))}
        </div>
      </Card>
    </>
  )
}

const lines = [1, 2, 3, 4, 5, 6, 7, 8]
