import { linkTo, pages } from '@bank/contract/pages'
import { Link } from 'react-router'
import { useMe } from '../accounts/me.ts'
import { Loaded } from '../api/loaded.tsx'
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
      <Loaded query={useMe()} failure="Your profile could not be loaded" placeholder={<ProfileSkeleton />}>
        {(me) => (
          <>
            <IdentityHeader me={me} />
            <div className="grid gap-section xl:grid-cols-[1fr_320px] xl:items-start">
              <DetailsCard me={me} />
              <Card className="grid gap-2">
                <h2 className="text-h3">Has something else changed?</h2>
                <p>
                  <Link to={linkTo('email')} className="link-alone">
                    Change your email
                  </Link>
                </p>
                <p>
                  To correct your name or date of birth,{' '}
                  <Link to={linkTo('support')} className="text-link underline">
                    contact support
                  </Link>
                  .
                </p>
              </Card>
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}
