import type { TimelineKind } from '@bank/contract/admin/timeline/form'
import { sentenceOf } from '@bank/contract/audit/actions'
import { letterText } from '../../mail/draw-letter.ts'
import type { Letter } from '../../mail/letter.ts'
import type { Connection } from '../../postgres/database.ts'
import { personOf } from '../../postgres/person-of.ts'
import { type Parameter, startValues } from '../../postgres/query-values.ts'

/** The last entry of a page: the next page begins with the one before it in time. */
export type TimelineCursor = { readonly at: Date; readonly id: string }

type Selection = {
  readonly user: { readonly id: string; readonly email: string }
  readonly kind: TimelineKind | undefined
  readonly mayRead: (kind: TimelineKind) => boolean
  readonly after: TimelineCursor | undefined
  readonly limit: number
}

/**
 * Up to `limit` entries about a user, newest first, after a cursor. Without a kind it leaves out that staff opened the page, which
 * would bury the rest.
 */
export async function findTimeline(db: Connection, { user, kind, mayRead, after, limit }: Selection) {
  const { values, value } = startValues()
  const page = () => {
    const isAfter = after
      ? `where (at, id) < (${value(after.at)}::timestamptz, ${value(after.id)}::text)`
      : ''
    return `${isAfter} order by at desc, id desc limit ${value(limit)}`
  }
  const chosen: readonly Row['kind'][] = kind === undefined ? kinds : [kind === 'reason' ? 'activity' : kind]
  const wanted = chosen.filter(mayRead)
  if (wanted.length === 0) return []
  const selects = wanted.map((name) => {
    const source = sources[name](user, value, kind)
    return `(select * from (${source}) source (${columns}) ${page()})`
  })
  const { rows } = await db.query<Row>(
    `select e.id, e.kind, e.at, e.title, e.text, e.details, e.letter, e."isVerified",
            ${personOf('u')} as by
       from (${selects.join(' union all ')}) e
       left join users u on u.id = e.by_id
      order by e.at desc, e.id desc
      limit ${value(limit)}`,
    values,
  )
  return rows.map(entryOf)
}

const kinds = ['note', 'message', 'mail', 'activity'] as const

const columns = 'id, kind, at, by_id, title, text, details, letter, "isVerified"'

type Source = (user: Selection['user'], value: Parameter, kind: TimelineKind | undefined) => string

const sources: Readonly<Record<Row['kind'], Source>> = {
  note: ({ id }, value) => `
    select 'note ' || id, 'note', written_at, author_id, '', text, null::jsonb, null::jsonb, true
      from user_notes
     where user_id = ${value(id)}`,
  message: ({ id, email }, value) => `
    select 'message ' || e.id, 'message', e.written_at, e.author_id, c.subject, e.text, null::jsonb, null::jsonb, c.user_id is not null
      from cases c join case_entries e on e.case_id = c.id and (e.side = 'customer' or e.id = c.id)
     where c.user_id = ${value(id)} or (c.user_id is null and c.email = ${value(email)})`,
  mail: ({ email }, value) => `
    select 'mail ' || id, 'mail', created_at, null::uuid, subject, null, null::jsonb, letter, true
      from outgoing_mail
     where recipient = ${value(email)}`,
  activity: ({ id }, value, kind) => `
    select 'activity ' || lpad(seq::text, 19, '0'), 'activity', happened_at, actor_id, action, null, details, null::jsonb, true
      from audit_events
     where target = ${value(id)} and ${conditionOf(kind)}`,
}

function conditionOf(kind: TimelineKind | undefined): string {
  if (kind === 'reason') return "details ->> 'reason' is not null"
  return kind === undefined ? "action not in ('user_opened', 'note_written')" : 'true'
}

type Row = {
  readonly id: string
  readonly kind: (typeof kinds)[number]
  readonly at: Date
  readonly by: { id: string; name: string } | null
  readonly title: string
  readonly text: string | null
  readonly details: Readonly<Record<string, unknown>> | null
  readonly letter: Letter | null
  readonly isVerified: boolean
}

function entryOf({ details, letter, ...row }: Row) {
  const { before, after, reason, amount, currency } = details ?? {}
  const change = before !== undefined && after !== undefined ? `${before} → ${after}` : undefined
  const sum = amount === undefined ? undefined : [amount, currency].filter(Boolean).join(' ')
  return {
    ...row,
    title: row.kind === 'activity' ? sentenceOf(row.title) : row.title,
    // As in the outbox, the link or the code of a mail is its recipient's alone.
    text: letter
      ? letterText(letter, letter.button?.page ?? '(Only the recipient gets it.)')
      : (row.text ?? textOf(reason)),
    change: [sum, change].filter(Boolean).join(', ') || null,
  }
}

function textOf(reason: unknown): string | null {
  return typeof reason === 'string' ? reason : null
}
