import { linkTo, pages } from '@bank/contract/pages'
import { isStaff } from '@bank/contract/roles/role'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Loaded } from '../api/loaded.tsx'
import { useSignedIn } from '../sessions/session.ts'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ConfirmationByLink } from './confirmation-by-link.tsx'
import { emailQuery, reachesCustomers } from './email.ts'
import { EmailCodeForm } from './email-code-form.tsx'
import { useTokenOnce } from './mailed-link-card.tsx'
import { NewEmailForm } from './new-email-form.tsx'
import { SendAgain } from './send-again.tsx'

/**
 * `/email`: whether the user's email is confirmed, and the change to another one. With the token of a confirmation link behind the
 * `#` it confirms the email: a visitor logs in first, and comes back here.
 */
export function EmailPage() {
  const token = useTokenOnce()
  const { user } = useSignedIn()
  const cards = (
    <>
      <Card className="grid gap-field">
        <p className="wrap-anywhere">
          You log in with <bdi className="text-label">{user.email}</bdi>, and we write to it.
        </p>
        {user.isEmailUnconfirmed && token === '' && reachesCustomers() && (
          <SendAgain>
            <Notice tone="pending">
              It is not confirmed yet. Open the link that we sent to it. Until then we can’t send you a link
              for a new password, and no notices about your money.
            </Notice>
          </SendAgain>
        )}
      </Card>
      <Card className="grid gap-field">
        <h2 className="text-h2">Change your email</h2>
        {isStaff(user.role) ? (
          <p>The email of a member of staff is changed on the bank’s command line only. Ask the operator.</p>
        ) : reachesCustomers() ? (
          <Change />
        ) : (
          <p>
            This bank sends no email, so it can’t send a code to a new address. To change it,{' '}
            <Link to={linkTo('support')} className="text-link underline">
              contact support
            </Link>
            .
          </p>
        )}
      </Card>
    </>
  )
  return (
    <div className="mx-auto grid w-full max-w-form gap-section">
      <PageHeading>{pages.email.title}</PageHeading>
      {token === '' ? (
        cards
      ) : (
        <ConfirmationByLink key={token} token={token}>
          {cards}
        </ConfirmationByLink>
      )}
    </div>
  )
}

/** The form for a new email, then the one for the code that was mailed to it. */
function Change() {
  const [changed, setChanged] = useState(false)
  const [wantsAnother, setWantsAnother] = useState(false)
  return (
    <Loaded
      query={useQuery(emailQuery)}
      failure="Your email could not be loaded"
      placeholder={<Skeleton className="h-40 w-full" />}
    >
      {({ pending }) => (
        <>
          {changed && (
            <Notice tone="success">
              Your email was changed. You stay logged in here; every other device was logged out.
            </Notice>
          )}
          {pending && !wantsAnother ? (
            <EmailCodeForm
              key={pending.expiresAt}
              {...pending}
              onChanged={() => setChanged(true)}
              onOther={() => setWantsAnother(true)}
            />
          ) : (
            <NewEmailForm
              onSent={() => {
                setChanged(false)
                setWantsAnother(false)
              }}
            />
          )}
        </>
      )}
    </Loaded>
  )
}
