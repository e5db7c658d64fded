import { pages } from '@bank/contract/pages'
import { Link } from 'react-router'
import { useMe } from '../accounts/me.ts'
import { LoadFailure } from '../api/load-failure.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { DetailsCard } from './details-card.tsx'
import { IdentityHeader } from './identity-header.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'

/** `/profile`: the user's details and picture. */
export function ProfilePage() {
  return (
    <div className="grid gap-section">
      <PageHeading className="max-md:sr-only">{pages.profile.title}</PageHeading>
      <Profile />
    </div>
  )
}

function Profile() {
  const { data, error, refetch } = useMe()
  if (!data) {
    if (!error) return <ProfileSkeleton />
    return <LoadFailure title="Your profile could not be loaded" error={error} onRetry={() => refetch()} />
  }
  return (
    <>
      <IdentityHeader me={data} />
      <div className="grid gap-section xl:grid-cols-[1fr_320px] xl:items-start">
        <DetailsCard me={data} />
        <Card className="grid gap-2">
          <h2 className="text-h3">Has something else changed?</h2>
          <p>
            To correct your name, email or date of birth,{' '}
            <Link to="/support" className="text-link underline">
              contact support
            </Link>
            .
          </p>
        </Card>
      </div>
    </>
  )
}
