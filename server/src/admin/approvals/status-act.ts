import type { GivenWaitingAct } from '@bank/contract/admin/approvals/waiting-act'
import type { StatusChange } from '@bank/contract/admin/transactions/form'
import { formatMoney } from '@bank/contract/format-money'
import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import type { Status } from '@bank/ledger/transaction-status'
import type { Bank } from '../../bank.ts'
import type { Control } from '../../books/rows/approvals.ts'
import type { StaffActor } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import {
  changeStatus,
  findOwnedTransactions,
  holdForStatus,
  type OwnedRow,
} from '../transactions/status-change.ts'
import type { Act } from './act.ts'
import { waitForSecondPerson } from './needed-approval.ts'

/** A status that takes money above APPROVAL_ABOVE back from its receiver. A status that was set since is a refusal. */
export const status: Act = {
  sentence: ({ amountMinor, currency, status }) => {
    const amount = formatMoney(formatMinor(BigInt(amountMinor!)), currency as Currency)
    return `Set a successful transaction of ${amount} to ${status}`
  },
  book: async (connection, bank, { id: changeId, payload, reason, requestedBy: madeBy }, approval, now) => {
    const { transactionId } = payload
    const status = payload.status as Status
    const found = (await findOwnedTransactions(connection, [transactionId!])).get(transactionId!)
    if (found?.owners.includes(approval.decidedBy)) throw new Refusal('own_account_edited')
    const credited = await holdForStatus(connection, bank, status, found ? [found] : [])
    const change = { changeId, status, seen: 'success' as const, reason, madeBy, credited, now }
    await changeStatus(bank, found, change, { approval })
  },
}

/** Whether a status takes money above APPROVAL_ABOVE back from a customer who has received it from someone else, once it was `success`. */
function takesBack({ config }: Bank, row: OwnedRow, { status }: StatusChange): boolean {
  const [payer] = row.owners
  const payee = row.owners.at(-1)
  const isReceived = row.credit_account_id !== null && (row.debit_account_id === null || payer !== payee)
  return isReceived && status !== 'success' && row.amount_minor > config.approvalAboveMinor
}

/**
 * Has a status wait for a second person where it takes a large amount back from its receiver. `waiting` is then the answer; otherwise the
 * status is set at once, with `control` in its audit event, and only while the transaction has the status `seen`. `asked` are the ids
 * of approvals, where the caller has looked up many at once.
 */
export async function approvalOfStatus(
  bank: Bank,
  actor: StaffActor,
  found: OwnedRow | undefined,
  change: StatusChange,
  now: Date,
  asked?: ReadonlySet<string>,
): Promise<{ waiting: GivenWaitingAct | null; control: Control; seen: Status | undefined }> {
  const { changeId: id, status, reason } = change
  if (!found || found.owners.includes(actor.userId)) return { waiting: null, control: {}, seen: change.seen }
  const isLarge = takesBack(bank, found, change)
  // What was decided here by the status that it has now must not be booked on another one.
  const seen = change.seen ?? (isLarge ? found.status : undefined)
  // What the books refuse anyway, they answer.
  const needsTwo = isLarge && found.status === 'success' && seen === 'success' && reason !== undefined
  if (!needsTwo && asked && !asked.has(id)) return { waiting: null, control: {}, seen }
  const payload = {
    transactionId: found.id,
    status,
    amountMinor: String(found.amount_minor),
    currency: found.currency,
  }
  const subjectId = found.owners.at(-1)!
  const requested = { id, act: 'status' as const, subjectId, payload, reason, needsTwo }
  const waiting = await waitForSecondPerson(bank, actor, requested, now)
  return { waiting, control: { hasNoSecondPerson: needsTwo }, seen }
}
