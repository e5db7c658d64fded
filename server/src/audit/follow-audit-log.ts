import { hasPersonalDetails } from '@bank/contract/audit/actions'
import { isLogged } from '../config/config-rules.ts'
import type { Job } from '../jobs/job.ts'
import type { Database } from '../postgres/database.ts'

type Log = { readonly info: (fields: Readonly<Record<string, unknown>>, message: string) => void }

// The most that one run reads: a busy hour is caught up within seconds.
const atOnceMax = 500

/**
 * Gives a job that writes each audit event as a log line, from its first call on. Each process writes all of them,
 * without personal data. A collector on another machine removes the duplicates by the event's number.
 */
export function followAuditLog(db: Database, log: Log): () => Promise<number> {
  let seen: bigint | undefined
  return async () => {
    if (seen === undefined) {
      const { rows } = await db.query<{ seq: bigint }>('select seq from audit_head')
      seen = rows[0]!.seq
      return 0
    }
    const { rows } = await db.query<Row>({
      name: 'follow-audit-log',
      text: `
        select seq, happened_at, actor_id, action, target, details, encode(hash, 'hex') as hash
          from audit_events
         where seq > $1
         order by seq
         limit ${atOnceMax}`,
      values: [seen],
    })
    for (const { seq, happened_at, actor_id: actorId, details, ...event } of rows) {
      const at = happened_at.toISOString()
      const line = { seq: Number(seq), at, actorId, ...event, details: loggedDetails(event.action, details) }
      log.info(line, 'audit event')
      seen = seq
    }
    return rows.length
  }
}

// Of details that may have personal data, those that have none.
const loggedDetailNames = [
  ...['fields', 'cause', 'sessionsEnded', 'schedule', 'firstDay', 'repeat'],
  ...['id', 'currency', 'fundingId', 'creditId', 'disputeId', 'outcome', 'approvedBy', 'noSecondPerson'],
]

/**
 * The details of an event without personal data and money, which belong in the audit log and not in a log file. A reason is free text, and
 * may name a person.
 */
function loggedDetails(
  action: string,
  {
    reason: _reason,
    reference: _reference,
    accountNumber: _accountNumber,
    amount: _amount,
    ...details
  }: Row['details'],
): Row['details'] {
  if (!hasPersonalDetails(action)) return details
  return Object.fromEntries(Object.entries(details).filter(([name]) => loggedDetailNames.includes(name)))
}

type Row = {
  seq: bigint
  happened_at: Date
  actor_id: string | null
  action: string
  target: string | null
  details: Record<string, unknown>
  hash: string
}

export const followAuditLogJob: Job = {
  name: 'follow-audit-log',
  pauseSeconds: 1,
  waitsAfterRestore: false,
  // At a higher level the lines would not be written.
  open: ({ bank: { db, config }, log }) =>
    isLogged('info', config.logLevel) ? followAuditLog(db, log) : undefined,
}
