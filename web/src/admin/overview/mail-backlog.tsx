import type { OverviewView } from '@bank/contract/admin/overview/view'
import { linkTo } from '@bank/contract/pages'
import { Notice } from '../../ui/notice.tsx'
import { Amounts, countText, OverviewCard } from './overview-card.tsx'

/** Mail that is not sent. */
export function MailBacklog({
  mail: { isOff, waitingCount, retryingCount, givenUpCount },
}: {
  mail: NonNullable<OverviewView['mail']>
}) {
  const hasFailed = retryingCount !== 0 || givenUpCount !== 0
  return (
    <OverviewCard title="Mail" link={{ to: linkTo('outbox'), label: 'Outbox' }}>
      {isOff ? (
        <Notice tone="pending" isAnnounced>
          Mail is off: {countText(waitingCount, 'mail is', 'mails are')} not sent. Set SMTP_URL or
          MAIL_API_URL to send mail.
        </Notice>
      ) : (
        <Amounts>
          {waitingCount === 0 && !hasFailed
            ? 'All mail is sent'
            : countText(waitingCount, 'mail is waiting', 'mails are waiting')}
        </Amounts>
      )}
      {!isOff && retryingCount !== 0 && (
        <Notice tone="pending" isAnnounced>
          {countText(retryingCount, 'mail', 'mails')} could not be sent yet and will be tried again.
        </Notice>
      )}
      {givenUpCount !== 0 && (
        <Notice tone="failed" isAnnounced>
          {countText(givenUpCount, 'mail was', 'mails were')} given up in the last 7 days.
        </Notice>
      )}
    </OverviewCard>
  )
}
