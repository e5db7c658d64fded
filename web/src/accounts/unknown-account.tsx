import { linkTo, pageAt } from '@bank/contract/pages'
import { useLocation } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

/** In the place of a page whose URL has an account number that is not one of the user's. */
export function UnknownAccount() {
  const { pathname } = useLocation()
  return (
    <div className="grid gap-4">
      <PageHeading>{pageAt(pathname)?.title ?? 'Account not found'}</PageHeading>
      <Card className="mx-auto grid w-full max-w-form justify-items-start gap-4">
        <h2 className="text-h2">You have no account with this number</h2>
        <p>The link may be mistyped. Nothing was sent or changed.</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={pathname}>Go to your main account</ButtonLink>
          <ButtonLink to={linkTo('accounts')} look="secondary">
            All accounts
          </ButtonLink>
        </div>
      </Card>
    </div>
  )
}
