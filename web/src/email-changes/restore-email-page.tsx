import { endpoints } from '@bank/contract/endpoints'
import { linkTo, pages } from '@bank/contract/pages'
import { visitorTexts } from '@bank/contract/toast-texts/visitors'
import { ButtonLink } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { MailedLinkCard } from './mailed-link-card.tsx'

/** `/restore-email`: takes an earlier email back, with the link that was mailed to it when the customer's email was changed. */
export function RestoreEmailPage() {
  return (
    <MailedLinkCard
      page={pages.restoreEmail}
      endpoint={endpoints.restoreEmail}
      announcement={visitorTexts.restoreEmail}
      intro="Your account gets back the address that this link was sent to. Do this if you didn’t change it."
      button="Take this address back"
      refused="The address was not changed back"
      ifUsed="taken it back already, log in with it. If the link is older than 72 hours, log in with the new address"
      noToken="To take an earlier email address back, open the link in the email we sent to it."
      done={(email) => (
        <>
          <PageHeading>Your email address is back</PageHeading>
          <p>
            You log in with <bdi>{email}</bdi> again, and every device has been logged out. The person who
            changed it may know your password. Choose a new one now, before you log in.
          </p>
          <ButtonLink to={linkTo('resetPassword')} wide>
            Choose a new password
          </ButtonLink>
        </>
      )}
    />
  )
}
