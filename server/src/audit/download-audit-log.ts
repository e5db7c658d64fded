import type { AuditLogFilter } from '@bank/contract/audit/form'
import type { Bank } from '../bank.ts'
import type { Verb } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { csvPieces, csvRowsAtOnce } from '../statements/csv-text.ts'
import { exportFile } from '../statements/one-export.ts'
import { recordAudit } from './audit-chain.ts'
import { type LoggedEvent, readAuditLog } from './audit-log.ts'

/**
 * The filtered audit log as comma-separated values (RFC 4180), newest first, of any length. The download is itself an
 * audit event.
 */
export const downloadAuditLog: Verb<'downloadAuditLog'> = (call) => {
  return exportFile(call, async () => {
    const { bank, actor, query, now } = call
    const event = { actorId: actor.userId, action: 'audit_log_downloaded', target: null, now } as const
    await inTransaction(bank.db, (connection) => recordAudit(connection, event))
    return { name: `audit-log-${now.toISOString().slice(0, 10)}.csv`, pieces: csvOf(bank, query) }
  })
}

const columns = [
  'Number',
  'Time (UTC)',
  'Actor',
  'Actor email',
  'Actor ID',
  'Action',
  'Subject',
  'Subject email',
  'Subject ID',
  'Before',
  'After',
  'Details',
  'Hash',
]

function csvOf({ db, config, filesUnderWay }: Bank, filter: AuditLogFilter): AsyncGenerator<string> {
  const read = (last: LoggedEvent | undefined) => {
    const after = last && { happenedAt: last.happenedAt, seq: BigInt(last.seq) }
    const page = { filter, timeZone: config.timeZone, after, limit: csvRowsAtOnce }
    return filesUnderWay.inTurn(() => readAuditLog(db, page))
  }
  return csvPieces(columns, read, rowOf)
}

function rowOf({ seq, happenedAt, actor, action, subject, before, after, details, hash }: LoggedEvent) {
  return [
    String(seq),
    happenedAt.toISOString(),
    ...[actor?.name, actor?.email, actor?.id].map((text) => text ?? ''),
    action,
    ...[subject?.name, subject?.email, subject?.id].map((text) => text ?? ''),
    ...[before, after].map((fact) => (fact === null ? '' : String(fact))),
    Object.keys(details).length === 0 ? '' : JSON.stringify(details),
    hash,
  ]
}
