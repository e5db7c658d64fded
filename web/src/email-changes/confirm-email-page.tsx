import { endpoints } from '@bank/contract/endpoints'
import { pages } from '@bank/contract/pages'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { PageHeading } from '../ui/page-heading.tsx'
import { MailedLinkCard } from './mailed-link-card.tsx'

/** `/confirm-email`: makes a new email that an administrator entered take effect, with the link that was mailed to it. */
export function ConfirmEmailPage() {
  return (
    <MailedLinkCard
      page={pages.confirmEmail}
      endpoint={endpoints.confirmCorrectedEmail}
      announcement={settingsTexts.confirmEmail}
      intro="After you confirm, you log in with the address that this link was sent to, and we write to it."
      button="Confirm this email address"
      refused="This address was not confirmed"
      ifUsed="confirmed it already, log in with it. If not, log in with your previous address"
      noToken="To confirm a new email address, open the link in the email we sent to it."
      done={(email) => (
        <>
          <PageHeading>Your email address is confirmed</PageHeading>
          <p>
            Every device that was logged in to your account has been logged out. Log in with{' '}
            <bdi>{email}</bdi> and your password.
          </p>
        </>
      )}
    />
  )
}
