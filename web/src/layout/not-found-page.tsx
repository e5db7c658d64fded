import { linkTo } from '@bank/contract/pages'
import { visitorTexts } from '@bank/contract/toast-texts/visitors'
import { Link } from 'react-router'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

/** Shown at an address without a page. */
export function NotFoundPage() {
  return (
    <Card className="m-auto grid w-full max-w-form justify-items-start gap-4">
      <PageHeading>{visitorTexts.notFound}</PageHeading>
      <p>There is nothing at this address. It may have moved, or the link may be mistyped.</p>
      <p className="flex flex-wrap gap-x-6">
        <Link to={linkTo('signIn')} className="link-alone">
          Go to the home page
        </Link>
        <Link to={linkTo('support')} className="link-alone">
          Contact Support
        </Link>
      </p>
    </Card>
  )
}
