import { authorise } from './authorise.ts'
import type { BooksRefusal, ChangeStatus, Command, OpenTransaction } from './command.ts'
import { type Guard, guardRefusal, withSent } from './guard.ts'
import { post } from './post.ts'
import type { Rows, Snapshot } from './snapshot.ts'
import { sameContents, type Transaction } from './transaction.ts'
import { positionOf } from './transaction-status.ts'
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
    command.kind === 'open_transaction'
      ? openTransaction(worksheet, command, now)
      : changeStatus(worksheet, command, now),
  )
  return { outcomes, rows: worksheet.rows() }
}

/** The order of the refusals is fixed: the first that applies is given. */
function openTransaction(worksheet: Worksheet, command: OpenTransaction, now: number): Outcome {
  const { facts, authorisation } = command
  const { id, route } = facts

  const earlier = worksheet.transaction(id)
  if (earlier) {
    // The first answer, also when the status has changed since.
    return sameContents(earlier, facts)
      ? { transaction: { ...earlier, status: earlier.firstStatus }, replayed: true, moved: false }
      : { refusal: { code: 'id_reused' } }
  }
  if (worksheet.posting(id)) return { refusal: { code: 'id_reused' } }

  // A new transaction from here on: a retry got its first answer above.
  const source = worksheet.ledgerAccount(route.source)
  const position = worksheet.ledgerAccount(positionOf(facts.firstStatus, route))
  if (!source || !position) return { refusal: { code: 'account_missing' } }
  const unauthorised = authorisation && authorise(worksheet, authorisation, route.source, now)
  if (unauthorised) return { refusal: unauthorised }
  if (route.destination === route.source) return { refusal: { code: 'own_account' } }
  if (source.currency !== facts.currency || position.currency !== facts.currency) {
    return { refusal: { code: 'currency_different' } }
  }
  if (facts.amountMinor > command.limitMinor) return { refusal: { code: 'limit_exceeded' } }
  const guard = guardOf(worksheet, command)
  const exceeded = guard && guardRefusal(guard, facts.amountMinor)
  if (exceeded) return { refusal: exceeded }

  const booked = post(
    worksheet,
    {
      id,
      transactionId: id,
      status: facts.firstStatus,
      debit: source,
      credit: position,
      amountMinor: facts.amountMinor,
      madeBy: facts.madeBy,
    },
    now,
  )
  if ('refusal' in booked) return booked
  if (guard) worksheet.setGuard(authorisation!.userId, facts.currency, withSent(guard, facts.amountMinor))
  // The time of its first posting, so that the history and the statement have the same order.
  const transaction = { ...facts, status: facts.firstStatus, createdAt: booked.posting.bookedAt }
  worksheet.addTransaction(transaction)
  return { transaction, replayed: false, moved: true }
}

/** The guard that a transfer counts against; none where the money stays with the customer. */
function guardOf(worksheet: Worksheet, { facts, authorisation }: OpenTransaction): Guard | undefined {
  if (!authorisation?.pinTry) return undefined
  const sender = worksheet.sender(authorisation.userId)
  return sender?.standings.has(facts.route.destination) ? undefined : sender?.guards.get(facts.currency)
}

function changeStatus(worksheet: Worksheet, command: ChangeStatus, now: number): Outcome {
  const { changeId, transactionId, status, seen, madeBy } = command
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
  if (seen !== undefined && seen !== transaction.status) {
    return { refusal: { code: 'status_changed', status: transaction.status } }
  }
  if (transaction.status === status) {
    // Kept, because its repeat after another change must not move the money back.
    worksheet.addNoOpStatusChange({ id: changeId, transactionId, status, madeBy })
    return { transaction, replayed: false, moved: false }
  }

  const debit = worksheet.ledgerAccount(positionOf(transaction.status, transaction.route))
  const credit = worksheet.ledgerAccount(positionOf(status, transaction.route))
  if (!debit || !credit) return { refusal: { code: 'account_missing' } }
  const { amountMinor, currency } = transaction
  // The currency of the debit account was checked when the money came there.
  if (credit.currency !== currency) return { refusal: { code: 'currency_different' } }
  const posting = { id: changeId, transactionId, status, debit, credit, amountMinor, madeBy }
  const booked = post(worksheet, posting, now)
  if ('refusal' in booked) return booked
  worksheet.setStatus(transactionId, status)
  return { transaction: { ...transaction, status }, replayed: false, moved: true }
}
