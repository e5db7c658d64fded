import { type AuditEventView, actionInWords } from '@bank/contract/audit-log'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DateText } from '../ui/date-text.tsx'

/** Everything the bank has put on record about one event. */
export function AuditEventDetails({ event }: { event: AuditEventView }) {
  const { seq, happenedAt, actor, action, subject, before, after, details, hash } = event
  return (
    <dl className="grid gap-4">
      <Fact name="What">{actionInWords(action)}</Fact>
      <Fact name="When">
        <DateText moment={happenedAt} long />
      </Fact>
      <Fact name="Who">{actor ? <Person {...actor} /> : nobody}</Fact>
      {subject && <Fact name="To whom">{subject.name === null ? subject.id : <Person {...subject} />}</Fact>}
      {(before !== null || after !== null) && (
        <Fact name="Before and after">
          <span className="grid gap-1">
            <del className="rounded-control bg-failed-soft px-2 py-1 text-failed no-underline">
              <span className="text-caption">Before: </span>
              {factInWords(before)}
            </del>
            <ins className="rounded-control bg-success-soft px-2 py-1 text-success no-underline">
              <span className="text-caption">After: </span>
              {factInWords(after)}
            </ins>
          </span>
        </Fact>
      )}
      {Object.entries(details).map(([name, fact]) => (
        <Fact key={name} name={factName(name)}>
          {factInWords(fact)}
        </Fact>
      ))}
      <Fact name="Number in the log">{seq}</Fact>
      <Fact name="Seal">
        <span className="text-caption">{hash}</span>
      </Fact>
    </dl>
  )
}

/** Who did what somebody who is not signed in did, or the program itself. */
export const nobody = 'Nobody signed in'

/** A value as it stands in the log. */
export function factInWords(fact: AuditEventView['before']): string {
  if (fact === null) return 'nothing'
  return typeof fact === 'boolean' ? (fact ? 'yes' : 'no') : String(fact)
}

/** `transactionId` is "Transaction ID". */
function factName(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\bid\b/, 'ID')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

function Person({ id, name, email }: { id: string; name: string | null; email: string | null }) {
  return (
    <span className="grid">
      <Link to={`/admin/users/${id}`} className="link-alone">
        <bdi>{name}</bdi>
      </Link>
      <bdi>{email}</bdi>
      <bdi className="text-caption text-muted-foreground">{id}</bdi>
    </span>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="text-caption text-muted-foreground">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
