import { Link } from 'react-router'
import { useMe } from '../accounts/me.ts'
import { reasonOf, referenceOf } from '../api/problem.ts'
import { Card } from '../ui/card.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { IdentityHeader } from './identity-header.tsx'
import { ProfileDetails } from './profile-details.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'

/** `/profile`: what the bank knows about me, and my picture. */
export function ProfilePage() {
  return (
    <div className="grid gap-section">
      <PageHeading className="max-md:sr-only">Profile</PageHeading>
      <Profile />
    </div>
  )
}

function Profile() {
  const { data, error, refetch } = useMe()
  if (!data) {
    if (!error) return <ProfileSkeleton />
    return (
      <LoadFailure
        title="Your profile could not be loaded"
        reason={reasonOf(error)}
        reference={referenceOf(error)}
        onRetry={() => refetch()}
      />
    )
  }
  return (
    <>
      <IdentityHeader me={data} />
      <div className="grid gap-section xl:grid-cols-[1fr_320px] xl:items-start">
        <Card>
          <ProfileDetails me={data} />
        </Card>
        <Card className="grid gap-2">
          <h2 className="text-h3">Has something changed?</h2>
          <p>
            So that nobody else can change who you are to us, we change these details ourselves.{' '}
            <Link to="/support" className="text-link underline">
              Write to us
            </Link>{' '}
            and say what is new.
          </p>
        </Card>
      </div>
    </>
  )
}
