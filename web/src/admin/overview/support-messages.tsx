import type { OverviewView } from '@bank/contract/admin/overview/view'
import { linkTo } from '@bank/contract/pages'
import { DueText } from '../support/case-state.tsx'
import { Amounts, countText, Overdue, OverviewCard, Row, Rows } from './overview-card.tsx'

/** The messages to support that the bank must answer, by their deadlines. */
export function SupportMessages({
  messages: { count, overdueCount, due },
}: {
  messages: NonNullable<OverviewView['supportMessages']>
}) {
  return (
    <OverviewCard
      title="Support messages"
      link={{ to: linkTo('supportMessages'), label: 'All messages to answer' }}
    >
      <Amounts>
        {count === 0 ? 'No message to answer' : countText(count, 'message to answer', 'messages to answer')}
        <Overdue count={overdueCount} />
      </Amounts>
      {due.length > 0 && (
        <Rows label="Support messages by deadline">
          {due.map(({ id, subject, email, dueAt }) => (
            <Row
              key={id}
              to={linkTo('supportMessage', { id })}
              name={subject}
              detail={<bdi className="line-clamp-1 w-fit break-all">{email}</bdi>}
              figure={
                <span className="text-caption text-muted-foreground">
                  <DueText dueAt={dueAt} />
                </span>
              }
            />
          ))}
        </Rows>
      )}
    </OverviewCard>
  )
}
