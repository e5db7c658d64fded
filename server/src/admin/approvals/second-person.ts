import { type ActionName, sentenceOf } from '@bank/contract/audit/actions'
import { momentText } from '@bank/contract/date-text'
import { type Right, rolesWith } from '@bank/contract/roles/rights'
import { deactivated } from '../../accounts/account.ts'
import type { Connection } from '../../postgres/database.ts'

// Someone is back from a short absence by then. Removing a colleague opens nothing until then.
const rememberedDays = 7

const roleChanges: readonly ActionName[] = [
  'administrator_made',
  'administrator_removed',
  'role_given',
  'role_taken',
  'role_ended',
]

/**
 * True when someone else than the maker can decide on an act about a user, or could in the last 7 days: who has the right and can
 * work, and who lost the right or was deactivated since then. The user counts only as one who lost the right.
 */
export async function hasSecondPerson(
  db: Connection,
  { right, makerId, subjectId, now }: { right: Right; makerId: string; subjectId: string; now: Date },
): Promise<boolean> {
  const since = new Date(now.getTime() - rememberedDays * 86_400_000)
  const { rowCount } = await db.query(
    `(select from users u join accounts a on a.user_id = u.id and a.is_main
       where u.role <> 'customer' and u.role = any ($1) and (u.role_until is null or u.role_until > $4)
         and u.id not in ($2, $3) and not (${deactivated('a')})
       limit 1)
     union all
     (select from audit_events e
       where e.action = any ($5) and e.happened_at > $4 and e.target <> $2::text
         and e.details ->> 'before' = any ($1) and not (e.details ->> 'after' = any ($1))
       limit 1)
     union all
     (select from audit_events e join users u on u.id::text = e.target
       where e.action = 'account_deactivated' and e.happened_at > $4 and e.details ->> 'accountNumber' is null
         and u.role <> 'customer' and u.role = any ($1) and u.id not in ($2, $3)
       limit 1)`,
    [rolesWith(right), makerId, subjectId, since, roleChanges],
  )
  return rowCount! > 0
}

// The audit events of the acts that may wait for a second person.
const actions: readonly ActionName[] = [
  'account_funded',
  'account_reopened',
  'customer_limits_set',
  'dispute_credited',
  'email_change_asked',
  'funding_taken_back',
  'transaction_status_set',
  'two_factor_reset',
  ...roleChanges,
]

const actsMax = 20

/** An act of staff that needed a second person, where there was none. */
type ActAlone = {
  readonly seq: bigint
  readonly action: string
  readonly at: Date
  readonly by: string
}

/** What staff did since a moment without the second person that it needed, newest first, from the audit log. */
export async function findActsAlone(db: Connection, since: Date): Promise<ActAlone[]> {
  const { rows } = await db.query<ActAlone>(
    `select e.seq, e.action, e.happened_at as at, u.name as by
       from audit_events e join users u on u.id = e.actor_id
      where e.action = any ($1) and e.happened_at > $2 and e.details ->> 'noSecondPerson' = 'true'
      order by e.happened_at desc, e.seq desc
      limit ${actsMax}`,
    [actions, since],
  )
  return rows
}

/** Such as "Clara did this without a second person on November 24, 2026 at 1:16 PM UTC, because no one else has the right: Funded the account." */
export function aloneSentence({ action, by, at }: ActAlone, timeZone: string): string {
  const moment = momentText(at, timeZone, 'long')
  return `${by} did this without a second person on ${moment}, because no one else has the right: ${sentenceOf(action)}.`
}
