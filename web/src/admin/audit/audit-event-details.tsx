import { sentenceOf, subjectOf } from '@bank/contract/audit/actions'
import type { AuditEventView } from '@bank/contract/audit/view'
import { formatMoney } from '@bank/contract/format-money'
import { linkTo } from '@bank/contract/pages'
import { currencies } from '@bank/ledger/currency'
import { Link } from 'react-router'
import { DateText } from '../../ui/date-text.tsx'
import { Fact } from '../../ui/fact.tsx'

/** All details of one event. */
export function AuditEventDetails({ event }: { event: AuditEventView }) {
  const { seq, happenedAt, actor, action, subject, before, after, transaction, hash } = event
  const { changes, others } = changesIn(event.details)
  return (
    <dl className="grid gap-4">
      <Fact name="Actor">{actor ? <UserIdentity {...actor} /> : noActor}</Fact>
      <Fact name="Action">{sentenceOf(action)}</Fact>
      {subject && (
        <Fact name={subjectNames[subjectOf(action)]}>
          {subject.name === null ? subject.id : <UserIdentity {...subject} />}
        </Fact>
      )}
      <Fact name="When">
        <DateText moment={happenedAt} time="seconds" />
      </Fact>
      {(before !== null || after !== null) && (
        <Fact name="Before and after">
          <Change before={factText(before, event.details)} after={factText(after, event.details)} />
        </Fact>
      )}
      {transaction && (
        <Fact name="Transaction">
          {formatMoney(transaction.amount, transaction.currency)}
          {transaction.payee !== null && (
            <>
              {' to '}
              <bdi>{transaction.payee}</bdi>
            </>
          )}
        </Fact>
      )}
      {action === 'account_deactivated' && event.details.reason === undefined && (
        <Fact name="Reason">No reason given</Fact>
      )}
      {changes.map(({ name, ...change }) => (
        <Fact key={name} name={factName(name)}>
          <Change {...change} />
        </Fact>
      ))}
      {Object.entries(others).map(([name, fact]) => (
        <Fact key={name} name={factName(name)}>
          {factText(fact, event.details)}
        </Fact>
      ))}
      <Fact name="Entry number">{seq}</Fact>
      <Fact name="Hash">
        <span className="text-caption">{hash}</span>
      </Fact>
    </dl>
  )
}

const subjectNames: Readonly<Record<ReturnType<typeof subjectOf>, string>> = {
  user: 'Subject',
  support_message: 'Message',
  request: 'Request',
  bank: 'Subject',
}

function Change({ before, after }: { before: string; after: string }) {
  return (
    <span className="grid gap-1">
      <del className="rounded-control bg-failed-soft px-2 py-1 text-failed no-underline">
        <span className="text-caption">Before: </span>
        <bdi>{before}</bdi>
      </del>
      <ins className="rounded-control bg-success-soft px-2 py-1 text-success no-underline">
        <span className="text-caption">After: </span>
        <bdi>{after}</bdi>
      </ins>
    </span>
  )
}

/** An event of several changes has two details for each: `cityBefore` and `cityAfter` are the change of `city`. */
function changesIn(details: AuditEventView['details']) {
  const changes = Object.keys(details).flatMap((key) => {
    const name = key.replace(/Before$/, '')
    const [before, after] = [details[`${name}Before`], details[`${name}After`]]
    return name === key || before === undefined || after === undefined
      ? []
      : { name, before: factText(before, details), after: factText(after, details) }
  })
  const shown = new Set(changes.flatMap(({ name }) => [`${name}Before`, `${name}After`]))
  const others = Object.entries(details).filter(([name]) => !shown.has(name))
  return { changes, others: Object.fromEntries(others) }
}

/** The actor of an event that a visitor or the program caused. */
export const noActor = 'Visitor or system'

/** A value of the log as text. In an event with a currency, a decimal is an amount in it. */
export function factText(fact: AuditEventView['before'], { currency }: AuditEventView['details']): string {
  if (fact === null) return 'nothing'
  const known = currencies.find((one) => one === currency)
  if (known && typeof fact === 'string' && /^-?\d+\.\d{2}$/.test(fact)) return formatMoney(fact, known)
  return typeof fact === 'boolean' ? (fact ? 'yes' : 'no') : String(fact)
}

/** `transactionId` is "Transaction ID". */
function factName(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\bid\b/, 'ID')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

function UserIdentity({ id, name, email }: { id: string; name: string | null; email: string | null }) {
  return (
    <span className="grid">
      <Link to={linkTo('user', { id })} className="link-alone">
        <bdi>{name}</bdi>
      </Link>
      <bdi>{email}</bdi>
      <bdi className="text-caption text-muted-foreground">{id}</bdi>
    </span>
  )
}
