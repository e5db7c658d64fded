import { authorise, namesPayee } from './authorise.ts'
import { bookingTime, post } from './book-posting.ts'
import type { BooksRefusal, ChangeStatus, Command, OpenTransaction } from './command.ts'
import type { Kind } from './kind.ts'
import { kinds } from './kinds.ts'
import { countSent, countStatusChange, exceededGuard } from './limited-transfers.ts'
import type { Posting } from './posting.ts'
import type { Rows, Snapshot, StatusSetting } from './snapshot.ts'
import { withinBalance } from './sufficient-balance.ts'
import {
  isTakenBackBySender,
  sameContents,
  type Transaction,
  type TransactionFacts,
  takenBackBy,
} from './transaction.ts'
import { needsReason, positionOf } from './transaction-status.ts'
import { openWorksheet, type Worksheet } from './worksheet.ts'

/**
 * The outcome of a command. `replayed`: the command was executed before, and this is its first answer again.
 * `moved` is false when nothing was booked: a replay, or a no-op status change.
 */
export type Outcome =
  | { readonly transaction: Transaction; readonly replayed: boolean; readonly moved: boolean }
  | { readonly refusal: BooksRefusal }

/**
 * Decides a batch of commands in order, each seeing the effects of the earlier ones, and returns the rows to write.
 * Pure: the same snapshot, commands and time (milliseconds since 1970) give the same result. Deciding two batches one
 * after the other is the same as deciding them as one, which is what makes batching correct.
 */
export function decide(
  snapshot: Snapshot,
  commands: readonly Command[],
  now: number,
): { readonly outcomes: readonly Outcome[]; readonly rows: Rows } {
  const worksheet = openWorksheet(snapshot)
  const outcomes = commands.map((command) =>
    command.type === 'open_transaction'
      ? openTransaction(worksheet, command, now)
      : changeStatus(worksheet, command, now),
  )
  return { outcomes, rows: worksheet.rows() }
}

/** The order of the refusals is fixed: the first that applies is given. */
function openTransaction(worksheet: Worksheet, command: OpenTransaction, now: number): Outcome {
  const { facts: asked, authorisation } = command
  const { id, route } = asked

  const earlier = worksheet.transaction(id)
  if (earlier) {
    // The first answer, also when the status has changed since.
    return sameContents(earlier, asked)
      ? { transaction: { ...earlier, status: earlier.firstStatus }, replayed: true, moved: false }
      : { refusal: { code: 'id_reused' } }
  }
  if (worksheet.posting(id)) return { refusal: { code: 'id_reused' } }

  // A new transaction from here on: a retry got its first answer above.
  const source = worksheet.ledgerAccount(route.source)
  const position = worksheet.ledgerAccount(positionOf(asked.firstStatus, route))
  // Where the kind names the payee: the account that is found by the payee's number, also where the money does not go there at once.
  const payee = namesPayee(asked.kind) ? worksheet.ledgerAccount(route.destination) : position
  if (!source || !(position || namesPayee(asked.kind))) return { refusal: { code: 'account_missing' } }
  const unauthorised = authorise(worksheet, authorisation, { ...asked, isPayeeFound: !!payee }, now)
  if (unauthorised) return { refusal: unauthorised }
  // Not before the PIN was right: only the owner of the PIN learns whether an account exists.
  if (!position || !payee) return { refusal: { code: 'payee_account_missing' } }
  if (route.destination === route.source) return { refusal: { code: 'own_account' } }
  if ([source, position, payee].some(({ currency }) => currency !== asked.currency)) {
    return { refusal: { code: 'currency_different' } }
  }
  if (asked.amountMinor > command.limitMinor) return { refusal: { code: 'limit_exceeded' } }
  const facts = withinBalance(asked, source)
  if (!facts) return { refusal: { code: 'balance_insufficient' } }
  const times = { now, bookedAt: bookingTime(source, position, now) }
  const exceeded = exceededGuard(worksheet, command, times) ?? takingBackRefusal(worksheet, facts)
  if (exceeded) return { refusal: exceeded }
  // A posting looks at its own two accounts: the payee's is not one of them while the transfer waits for its undo time.
  if (payee !== position && payee.isClosed) {
    return { refusal: { code: 'account_closed', closed: payee.id } }
  }

  const booked = post(
    worksheet,
    {
      id,
      transactionId: id,
      status: facts.firstStatus,
      debit: source,
      credit: position,
      isByBank: authorisation.by === 'bank',
      amountMinor: facts.amountMinor,
      madeBy: facts.madeBy,
    },
    now,
  )
  if ('refusal' in booked) return booked
  countSent(worksheet, command, times)
  const { undoMilliseconds } = command
  if (undoMilliseconds !== undefined) {
    worksheet.setRelease(id, { releaseAt: now + undoMilliseconds, releasedAt: null })
  }
  // The time of its first posting, so that the history and the statement have the same order.
  const transaction = { ...facts, status: facts.firstStatus, createdAt: booked.posting.bookedAt }
  worksheet.addTransaction(transaction)
  return { transaction, replayed: false, moved: true }
}

/**
 * The refusal of a taking back of what is no funding of the account that has arrived, or no provisional credit, or of more than is left
 * of it, or null. A provisional credit may be taken back from another account of the customer, which the caller has found.
 */
function takingBackRefusal(worksheet: Worksheet, facts: TransactionFacts): BooksRefusal | null {
  const takenBackId = takenBackBy(facts)
  if (takenBackId === null) return null
  const credited = worksheet.transaction(takenBackId)
  const isElsewhere = facts.kind === 'taking_back' && credited?.route.destination !== facts.route.source
  if (!credited || credited.kind !== kinds[facts.kind].creditDetail || isElsewhere) {
    return { code: 'transaction_missing' }
  }
  if (credited.currency !== facts.currency) return { code: 'currency_different' }
  if (credited.status !== 'success') return { code: 'status_changed', status: credited.status }
  const leftMinor = credited.amountMinor - worksheet.takenBack(takenBackId)
  return facts.amountMinor > leftMinor ? { code: 'taken_back_exceeded', leftMinor } : null
}

function changeStatus(worksheet: Worksheet, command: ChangeStatus, now: number): Outcome {
  const { changeId, transactionId, status, seen, lacksReason, madeBy } = command
  const transaction = worksheet.transaction(transactionId)
  if (!transaction) return { refusal: { code: 'transaction_missing' } }

  const earlier = [worksheet.posting(changeId), worksheet.noOpStatusChange(changeId)].filter(
    (change) => change !== undefined,
  )
  if (earlier.length > 0) {
    const same = earlier.some(
      (change) =>
        changeId !== transactionId &&
        change.transactionId === transactionId &&
        change.status === status &&
        change.madeBy === madeBy,
    )
    return same
      ? { transaction: { ...transaction, status }, replayed: true, moved: false }
      : { refusal: { code: 'id_reused' } }
  }
  // Checked after the replays: a change that was made gets its first answer, also when the status has changed since.
  const kept = command.isRelease
    ? releaseRefusal(worksheet, transaction, now)
    : takenBackRefusal(worksheet, command, transaction, now)
  if (kept) return { refusal: kept }
  if (seen !== undefined && seen !== transaction.status) {
    return { refusal: { code: 'status_changed', status: transaction.status } }
  }
  const { statusesAfter }: Kind = kinds[transaction.kind]
  if (!statusesAfter.includes(status)) return { refusal: { code: 'status_not_allowed' } }
  if (lacksReason && needsReason(transaction.status, status)) return { refusal: { code: 'reason_missing' } }
  if (transaction.status === status) {
    // Kept, because its repeat after another change must not move the money back.
    worksheet.addNoOpStatusChange({ id: changeId, transactionId, status, madeBy })
    return { transaction, replayed: false, moved: false }
  }
  if (worksheet.takenBack(transactionId) > 0n) return { refusal: { code: 'funding_taken_back' } }

  const debit = worksheet.ledgerAccount(positionOf(transaction.status, transaction.route))
  const credit = worksheet.ledgerAccount(positionOf(status, transaction.route))
  // The caller read the transaction, so what it says of it is locked.
  const isSenderMissing = command.sender !== undefined && !worksheet.sender(transaction.madeBy)
  if (!debit || !credit || isSenderMissing) return { refusal: { code: 'account_missing' } }
  const { amountMinor, currency } = transaction
  // The currency of the debit account was checked when the money came there.
  if (credit.currency !== currency) return { refusal: { code: 'currency_different' } }
  const moved = { id: changeId, transactionId, status, amountMinor, madeBy }
  const posting = { ...moved, debit, credit, isByBank: command.releasedAt === undefined }
  const booked = post(worksheet, posting, now)
  if ('refusal' in booked) return booked
  countStatusChange(worksheet, command, transaction)
  worksheet.setStatus(transactionId, status)
  endWaiting(worksheet, command, booked.posting)
  return { transaction: { ...transaction, status }, replayed: false, moved: true }
}

/**
 * The refusal of another status after the sender took the transfer back, and of a sender who takes back what is not theirs or is released,
 * or null.
 */
function takenBackRefusal(
  worksheet: Worksheet,
  { releasedAt, status, madeBy }: ChangeStatus,
  transaction: Transaction,
  now: number,
): BooksRefusal | null {
  const isBySender = releasedAt !== undefined
  const { mayBeTakenBack } = kinds[transaction.kind]
  if (isBySender && !(mayBeTakenBack && transaction.madeBy === madeBy)) return { code: 'transaction_missing' }
  const changes = worksheet.statusChanges(transaction.id)
  const release = worksheet.release(transaction.id)
  const isTakenBack = changes.some((change) => isTakenBackBySender(transaction, change))
  if (isTakenBack && (isBySender || status !== 'failed')) return { code: 'taken_back_by_sender' }
  if (!isBySender) return null
  const isOver =
    now >= Math.max(releasedAt, release?.releaseAt ?? 0) || typeof release?.releasedAt === 'number'
  return isReleased(transaction, changes) || isOver ? { code: 'transfer_released' } : null
}

/** The refusal of the release of a transfer that does not wait for it, or not long enough, or null. */
function releaseRefusal(worksheet: Worksheet, transaction: Transaction, now: number): BooksRefusal | null {
  const { releaseAt = null } = worksheet.release(transaction.id) ?? {}
  const isReleasable = kinds[transaction.kind].waitsForUndo
  const changes = worksheet.statusChanges(transaction.id)
  const isDue = releaseAt !== null && now >= releaseAt && !isReleased(transaction, changes)
  return isReleasable && isDue ? null : { code: 'release_not_due' }
}

/** The first change of its status releases a transfer, or takes it back. */
function isReleased({ status }: Transaction, changes: readonly StatusSetting[]): boolean {
  return status !== 'pending' || changes.length > 0
}

/** A booked change of the status ends the waiting of a transfer with an undo time. One that came back before has no release. */
function endWaiting(
  worksheet: Worksheet,
  { transactionId, status, releasedAt, isRelease }: ChangeStatus,
  { bookedAt }: Posting,
): void {
  const release = worksheet.release(transactionId)
  if (!release || release.releasedAt !== null) return
  const isBack = releasedAt !== undefined || (isRelease === true && status === 'failed')
  worksheet.setRelease(
    transactionId,
    isBack ? { releaseAt: null, releasedAt: null } : { ...release, releasedAt: bookedAt },
  )
}
