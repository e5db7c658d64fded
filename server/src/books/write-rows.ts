import type { Rows } from '@bank/ledger/snapshot'
import { auditValues, recordAuditEvent } from '../audit/audit-chain.ts'
import { mailValues, queueMailStatement } from '../mail/outgoing-mail.ts'
import type { CopyStatement } from '../postgres/copy-statement.ts'
import type { BoundStatement, PipelinedConnection, Statement } from '../postgres/pipelined-connection.ts'
import type { AuditedAct } from './audited-acts.ts'
import { approve, approveValues } from './rows/approvals.ts'
import { disputeStatements, disputeStep } from './rows/disputes.ts'
import { copyEntries } from './rows/entries.ts'
import { guardValues, writeGuards } from './rows/guards.ts'
import { settleBatch, settlementValues } from './rows/ledger-accounts.ts'
import { noOpStatusChangeValues, writeNoOpStatusChanges } from './rows/no-op-changes.ts'
import { paidBeneficiaryValues, writePaidBeneficiaries } from './rows/paid-beneficiaries.ts'
import { postingReasonValues, writePostingReasons } from './rows/posting-reasons.ts'
import { copyPostings, linkedPostings } from './rows/postings.ts'
import { releaseValues, writeReleases } from './rows/releases.ts'
import { pinValues, type RekeyedPin, rekeyPin, writePins } from './rows/senders.ts'
import {
  copyTransactions,
  referenceValues,
  statusValues,
  writeReferences,
  writeStatuses,
} from './rows/transactions.ts'
import type { Link } from './seal.ts'

/**
 * The second trip of a batch: writes its rows and commits. The statements fail when a row is missing or the sum is not
 * zero, and then nothing is committed. Resolves when the database has acknowledged the commit.
 */
export async function writeRows(
  connection: PipelinedConnection,
  {
    rows,
    link,
    rekeyedPins,
    acts,
  }: {
    rows: Rows
    /** Null where nothing was booked. */
    link: Link | null
    rekeyedPins: readonly RekeyedPin[]
    /** The administrators' acts in the batch. */
    acts: readonly AuditedAct[]
  },
): Promise<void> {
  const reasons = acts.flatMap(({ reason }) => reason ?? [])
  const decisions = acts.flatMap(({ decision }) => decision ?? [])
  const mails = acts.flatMap(({ mail }) => mail ?? [])
  const referenced = rows.transactions.filter(({ reference }) => reference !== null)
  await connection.ask([
    // A batch of status changes has no new transactions.
    ...(rows.transactions.length > 0 ? [copy(copyTransactions, rows.transactions)] : []),
    ...(link
      ? [
          copy(copyPostings, linkedPostings(rows.postings, link)),
          copy(copyEntries, rows.entries),
          { statement: settleBatch, values: settlementValues(rows, link) },
        ]
      : []),
    ...(referenced.length > 0 ? [{ statement: writeReferences, values: referenceValues(referenced) }] : []),
    ...(reasons.length > 0 ? [{ statement: writePostingReasons, values: postingReasonValues(reasons) }] : []),
    ...decisions.map((decision) => ({ statement: approve, values: approveValues(decision) })),
    ...acts.flatMap(({ dispute }) => (dispute ? disputeStep(dispute) : [])),
    ...mails.map(({ mail, now }) => ({ statement: queueMailStatement, values: mailValues(mail, now) })),
    // Most batches contain transfers only, which change no status and no PIN's lock.
    ...(rows.statuses.length > 0 ? [{ statement: writeStatuses, values: statusValues(rows) }] : []),
    ...(rows.noOpStatusChanges.length > 0
      ? [{ statement: writeNoOpStatusChanges, values: noOpStatusChangeValues(rows) }]
      : []),
    // Only of senders who have an undo time.
    ...(rows.releases.length > 0 ? [{ statement: writeReleases, values: releaseValues(rows) }] : []),
    ...(rows.pins.length > 0 ? [{ statement: writePins, values: pinValues(rows) }] : []),
    ...(rows.guards.length > 0 ? [{ statement: writeGuards, values: guardValues(rows) }] : []),
    ...(rows.paidBeneficiaries.length > 0
      ? [{ statement: writePaidBeneficiaries, values: paidBeneficiaryValues(rows) }]
      : []),
    // Only while a key is being replaced.
    ...rekeyedPins.map((pin) => ({ statement: rekeyPin, values: [pin.userId, pin.hash, pin.keyId] })),
    // The last lock, as in every transaction: no holder of the audit chain's head waits for another lock.
    ...(acts.length > 0 ? [{ statement: waitBriefly, values: [] }] : []),
    ...acts.flatMap(({ events }) =>
      events.map((event) => ({ statement: recordAuditEvent, values: auditValues(event) })),
    ),
    { statement: commit, values: [] },
  ])
}

function copy<Row>(statement: CopyStatement<Row>, rows: readonly Row[]): BoundStatement {
  return { statement, values: [statement.rowsOf(rows)] }
}

// Another process may hold the head of the audit chain: the batch is retried later, and releases the ledger accounts until then.
const waitBriefly: Statement = { name: 'books-wait-briefly', text: "set local lock_timeout = '200ms'" }

const commit: Statement = { name: 'books-commit', text: 'commit' }

export const writingStatements: readonly Statement[] = [
  copyTransactions,
  copyPostings,
  copyEntries,
  settleBatch,
  writeReferences,
  writePostingReasons,
  approve,
  ...disputeStatements,
  queueMailStatement,
  writeStatuses,
  writeNoOpStatusChanges,
  writeReleases,
  writePins,
  writeGuards,
  writePaidBeneficiaries,
  rekeyPin,
  waitBriefly,
  recordAuditEvent,
  commit,
]
