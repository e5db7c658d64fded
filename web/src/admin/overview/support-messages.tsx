import type { OverviewView } from '@bank/contract/admin/overview/view'
import { DateText } from '../../ui/date-text.tsx'
import { Amounts, countText, OverviewCard, Row, Rows } from './overview-card.tsx'

/** The newest messages to support. The bank answers them by e-mail and does not know which are answered. */
export function SupportMessages({
  messages: { recentCount, newest },
}: {
  messages: OverviewView['supportMessages']
}) {
  return (
    <OverviewCard title="Support messages" link={{ to: '/admin/support-messages', label: 'All messages' }}>
      <Amounts>
        {recentCount === 0
          ? 'No message in the last 7 days'
          : `${countText(recentCount, 'message', 'messages')} in the last 7 days`}
      </Amounts>
      {newest.length > 0 && (
        <Rows label="Newest support messages">
          {newest.map(({ id, subject, email, createdAt }) => (
            <Row
              key={id}
              to={`/admin/support-messages?open=${id}`}
              name={subject}
              detail={<bdi className="line-clamp-1 w-fit break-all">{email}</bdi>}
              figure={
                <span className="text-caption text-muted-foreground">
                  <DateText moment={createdAt} />
                </span>
              }
            />
          ))}
        </Rows>
      )}
    </OverviewCard>
  )
}
