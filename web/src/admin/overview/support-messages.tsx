import type { OverviewView } from '@bank/contract/admin/overview/view'
import { linkTo } from '@bank/contract/pages'
import { DateText } from '../../ui/date-text.tsx'
import { Amounts, countText, OverviewCard, Row, Rows } from './overview-card.tsx'

/** The newest open messages to support. */
export function SupportMessages({
  messages: { openCount, newest },
}: {
  messages: OverviewView['supportMessages']
}) {
  return (
    <OverviewCard title="Support messages" link={{ to: linkTo('supportMessages'), label: 'Open messages' }}>
      <Amounts>
        {openCount === 0 ? 'No open message' : countText(openCount, 'open message', 'open messages')}
      </Amounts>
      {newest.length > 0 && (
        <Rows label="Newest support messages">
          {newest.map(({ id, subject, email, createdAt }) => (
            <Row
              key={id}
              to={linkTo('supportMessages', { open: id })}
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
