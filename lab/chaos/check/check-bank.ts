import type pg from 'pg'
import { readIntentLog } from '../intent-log.ts'
import type { PostgresInUse } from '../postgres-in-use.ts'
import type { Finding } from '../records.ts'
import { type BooksMoment, read, readBooks } from './books-rows.ts'
import { checkApprovals } from './check-approvals.ts'
import { checkBalances } from './check-balances.ts'
import { type AuditRow, type BatchRow, checkChains } from './check-chains.ts'
import { checkCredits } from './check-credits.ts'
import { checkDayLimits } from './check-day-limits.ts'
import { checkFreezes } from './check-freezes.ts'
import { checkLog } from './check-log.ts'
import { checkMail, type MailRow } from './check-mail.ts'
import { checkReleases } from './check-releases.ts'
import { checkSchedules } from './check-schedules.ts'
import { checkStatuses } from './check-statuses.ts'

/**
 * Checks the bank's rows against the clients' log at `logPath` and the accepted mail, without the bank's code. No client may be at
 * work.
 */
export async function checkBank(
  postgres: PostgresInUse,
  { logPath, mailTaken, ...moment }: BooksMoment & { logPath: string; mailTaken: () => readonly string[] },
): Promise<Finding[]> {
  const connection = await postgres.connect()
  try {
    const books = await readBooks(connection, moment)
    const log = await readIntentLog(logPath)
    const outbox = await read<MailRow>(
      connection,
      'select id, sent_at is not null as "isSent" from outgoing_mail',
    )
    return [
      ...checkBalances(books),
      ...checkStatuses(books),
      ...checkDayLimits(books),
      ...checkLog(books, log),
      ...checkReleases(books, log),
      ...checkSchedules(books, log),
      ...checkFreezes(books, log),
      ...checkApprovals(books, log),
      ...checkCredits(books, log),
      ...(await checkAllChains(connection)),
      ...checkMail(outbox, mailTaken()),
    ]
  } finally {
    await connection.end()
  }
}

async function checkAllChains(connection: pg.Client): Promise<Finding[]> {
  const rows = <Row>(text: string) => read<Row>(connection, text)
  const events =
    await rows<AuditRow>(`select seq, happened_at as "happenedAt", actor_id as "actorId", action, target, details,
            encode(hash, 'hex') as hash
       from audit_events
      order by seq`)
  const [head] = await rows<{ seq: bigint; hash: string }>(
    `select seq, encode(hash, 'hex') as hash from audit_head`,
  )
  const batches =
    await rows<BatchRow>(`select writer_id as "writerId", batch_no as "batchNo", b.hash is not null as "isThere",
            coalesce(p.postings, 0) as postings
       from batches b
       full join (select writer_id, batch_no, count(*) as postings from postings group by writer_id, batch_no) p
      using (writer_id, batch_no)`)
  return checkChains(events, head!, batches)
}
