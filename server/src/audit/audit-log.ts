import {
  type ActionName,
  changeActions,
  changesOnly,
  customerActions,
  transactionActions,
} from '@bank/contract/audit/actions'
import type { AuditLogFilter } from '@bank/contract/audit/form'
import type { AuditEventView } from '@bank/contract/audit/view'
import { nextDay, startOfDay } from '@bank/contract/bank-day'
import type { Currency } from '@bank/ledger/currency'
import { isBetweenAccounts, kindNames } from '@bank/ledger/kinds'
import { formatMinor } from '@bank/ledger/money'
import type { Connection } from '../postgres/database.ts'
import { startValues } from '../postgres/query-values.ts'
import type { SealedEvent } from './audit-chain.ts'

/** The last event of a page: the next page begins with the event before it in time. */
export type AuditCursor = { readonly happenedAt: Date; readonly seq: bigint }

type AuditLogSelection = {
  readonly filter: AuditLogFilter
  readonly timeZone: string
  readonly after: AuditCursor | undefined
  readonly limit: number
}

/** Up to `limit` audit events, newest first, after a cursor. Days begin and end in the bank's time zone. */
export async function readAuditLog(
  db: Connection,
  { filter, timeZone, after, limit }: AuditLogSelection,
): Promise<LoggedEvent[]> {
  const { values, value } = startValues()
  const { actor, subject, action, from, to } = filter
  const conditions = [
    after && `(happened_at, seq) < (${value(after.happenedAt)}::timestamptz, ${value(after.seq)}::bigint)`,
    actor !== undefined && `actor_id = ${userIdOf(value(actor))}::uuid`,
    subject !== undefined && `target = ${userIdOf(value(subject))}`,
    action !== undefined &&
      (action === changesOnly ? `action = any (${value(changeActions)})` : `action = ${value(action)}`),
    from !== undefined && `happened_at >= ${value(startOfDay(from, timeZone))}`,
    to !== undefined && `happened_at < ${value(startOfDay(nextDay(to), timeZone))}`,
  ].filter(Boolean)
  const { rows } = await db.query<Row>(
    `select e.seq, e.happened_at as "happenedAt", e.action, e.details, encode(e.hash, 'hex') as hash,
            case when a.id is not null then jsonb_build_object('id', a.id, 'name', a.name, 'email', a.email) end as actor,
            case when e.target is not null
                 then jsonb_build_object('id', e.target, 'name', t.name, 'email', t.email) end as subject,
            x.amount_minor as "amountMinor", x.currency, coalesce(x.beneficiary_name, payee.name) as payee
       from (select * from audit_events
              ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
              order by happened_at desc, seq desc
              limit ${value(limit)}) e
       left join users a on a.id = e.actor_id
       left join users t on t.id = case when e.target ~ '${uuid}' then e.target::uuid end
       left join transactions x on x.id = case when e.action = any (${value(transactionActions)})
                                               then coalesce(e.details ->> 'transactionId', e.details ->> 'id')::uuid end
       left join accounts receiving on receiving.id = x.credit_account_id and x.kind = any (${value(kindNames.filter(isBetweenAccounts))})
       left join users payee on payee.id = receiving.user_id
      order by e.happened_at desc, e.seq desc`,
    values,
  )
  return rows.map(viewOf)
}

/** The last `limit` events about a user that the user may read, newest first. */
export async function readOwnEvents(db: Connection, userId: string, limit: number): Promise<OwnEvent[]> {
  const { rows } = await db.query<OwnEvent>({
    name: 'read-own-events',
    text: `
      select left(encode(hash, 'hex'), 32) as id, happened_at as "happenedAt", action, actor_id as "actorId"
        from audit_events
       where target = $1 and action = any ($2)
       order by happened_at desc, seq desc
       limit $3`,
    values: [userId, customerActions, limit],
  })
  return rows
}

type OwnEvent = {
  readonly id: string
  readonly happenedAt: Date
  readonly action: ActionName
  readonly actorId: string | null
}

/**
 * The last time an account of a user was activated or deactivated: which, when, by whom, the id that the caller gave the change, and
 * the reason. Events about the main account name no number.
 */
export async function findLastActivationChange(
  db: Connection,
  userId: string,
  accountNumber: string | null,
): Promise<ActivationChange | undefined> {
  const { rows } = await db.query<{
    isActive: boolean
    id: string | null
    reason: string | null
    at: Date
    by: string | null
  }>(
    `select e.action = 'account_activated' as "isActive", e.details ->> 'id' as id, e.details ->> 'reason' as reason,
            e.happened_at as at, u.name as by
       from audit_events e
       left join users u on u.id = e.actor_id
      where e.target = $1 and e.action in ('account_activated', 'account_deactivated')
        and e.details ->> 'accountNumber' is not distinct from $2
      order by e.happened_at desc, e.seq desc
      limit 1`,
    [userId, accountNumber],
  )
  const [last] = rows
  return last && { ...last, id: last.id ?? undefined, reason: last.reason ?? undefined }
}

type ActivationChange = {
  readonly isActive: boolean
  readonly id: string | undefined
  readonly reason: string | undefined
  readonly at: Date
  /** The name of the administrator. */
  readonly by: string | null
}

/** How often an act was done to a user since a moment. */
export async function countEventsAbout(
  db: Connection,
  { userId, action, since }: { userId: string; action: ActionName; since: Date },
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from audit_events where target = $1 and action = $2 and happened_at > $3`,
    [userId, action, since],
  )
  return rows[0]!.count
}

/** The actions that occur in the log, without reading every event. */
export async function readActions(db: Connection): Promise<string[]> {
  const { rows } = await db.query<{ action: string }>(
    `with recursive found (action) as (
       (select min(action) from audit_events)
       union all
       select (select min(e.action) from audit_events e where e.action > f.action)
         from found f
        where f.action is not null)
     select action from found where action is not null`,
  )
  return rows.map(({ action }) => action)
}

const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** SQL for the user id that a filter names: by e-mail, or the id itself. An unknown user has no events. */
export function userIdOf(parameter: string): string {
  const known = `(select id::text from users where email = ${parameter}::text)`
  return `coalesce(${known}, substring(${parameter}::text from '${uuid.replace('(', '(?:')}'))`
}

type Row = Pick<AuditEventView, 'action' | 'actor' | 'subject' | 'hash'> & {
  readonly seq: bigint
  readonly happenedAt: Date
  readonly details: SealedEvent['details']
  /** Of its transaction; null for an event about none. */
  readonly amountMinor: bigint | null
  readonly currency: Currency | null
  readonly payee: string | null
}

/** An event as elevated administrators see it. */
export type LoggedEvent = ReturnType<typeof viewOf>

function viewOf({ seq, details: stored, amountMinor, currency, payee, ...row }: Row) {
  const { before = null, after = null, ...details } = stored
  const transaction =
    amountMinor === null || currency === null ? null : { amount: formatMinor(amountMinor), currency, payee }
  return { ...row, seq: Number(seq), before, after, details, transaction }
}
