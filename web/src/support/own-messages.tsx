import { endpoints } from '@bank/contract/endpoints'
import type { OwnMessageList } from '@bank/contract/support/view'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query-of.ts'
import { Card } from '../ui/card.tsx'
import { DateText } from '../ui/date-text.tsx'

/** The customer's last messages to the bank, each with its state and the answers. Nothing without one. */
export function OwnMessages() {
  const { data } = useQuery(queryOf(['support-messages'], endpoints.listOwnMessages))
  if (!data || data.messages.length === 0) return null
  return (
    <Card className="grid gap-3">
      <h2 className="text-h2">Your messages</h2>
      <div className="divide-y">
        {data.messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </div>
    </Card>
  )
}

const states = { open: 'Received', taken: 'Being answered', answered: 'Answered' } as const

function Message({
  message: { reference, subject, message, createdAt, state, answers },
}: {
  message: OwnMessageList['messages'][number]
}) {
  return (
    <details className="text-table">
      <summary className="min-h-target cursor-pointer py-2.5">
        <bdi className="wrap-anywhere text-label">{subject}</bdi>
        <span className="text-muted-foreground">
          , <DateText moment={createdAt} />, {states[state]}
        </span>
      </summary>
      <div className="grid gap-3 pb-3">
        <p className="wrap-anywhere whitespace-pre-wrap text-muted-foreground" dir="auto">
          {message}
        </p>
        {answers.map(({ id, text, at }) => (
          <div key={id} className="grid gap-1 rounded-control bg-sunken p-3">
            <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
              {text}
            </p>
            <p className="text-caption text-muted-foreground">
              Answered <DateText moment={at} time />
            </p>
          </div>
        ))}
        <p className="text-caption text-muted-foreground">
          Reference <bdi className="tabular">{reference}</bdi>
        </p>
      </div>
    </details>
  )
}
