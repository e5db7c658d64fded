import { derivedId } from '../../books/derived-id.ts'
import type { Verb } from '../../call.ts'
import { findDispute } from '../../disputes/dispute.ts'
import { Refusal } from '../../refusal.ts'
import { whileAdministrator } from '../administrator-act.ts'
import { findCreditApprovals } from '../approvals/approval.ts'
import { creditPayload } from '../approvals/credit-act.ts'
import { waitForSecondPerson } from '../approvals/needed-approval.ts'
import { bookCredit, requireCreditable } from './provisional-credit.ts'

/**
 * Credits the disputed amount to the customer until the dispute ends. Above APPROVAL_ABOVE it waits for a second person where there is
 * one. The id of the credit follows from the dispute, so a dispute is credited once; one whose approval was declined or has expired may be
 * asked for again.
 */
export const creditDispute: Verb<'creditDispute'> = async ({ bank, actor, params, input, now }) => {
  const dispute = await findDispute(bank.db, params.id)
  if (!dispute) throw new Refusal('dispute_not_found')
  if (dispute.user.id === actor.userId) throw new Refusal('own_account_edited')
  if (dispute.credit?.by.id === actor.userId) return undefined
  await requireCreditable(bank.db, dispute)
  const { waiting, usedUpCount } = await findCreditApprovals(bank.db, dispute.id, now)
  if (waiting && waiting.requestedBy !== actor.userId) throw new Refusal('approval_waits')
  const id = derivedId(`provisional credit ${dispute.id} ${usedUpCount}`)
  const { reason } = input
  const needsTwo = dispute.amountMinor > bank.config.approvalAboveMinor
  const payload = creditPayload(dispute)
  const requested = {
    id,
    act: 'provisional_credit' as const,
    subjectId: dispute.user.id,
    payload,
    reason,
    needsTwo,
  }
  const waits = await waitForSecondPerson(bank, actor, requested, now)
  if (waits) return waits
  const credit = { id, disputeId: dispute.id, reason, madeBy: actor.userId }
  await whileAdministrator(bank.db, actor, now, (connection) =>
    bookCredit(connection, { bank, now }, credit, { hasNoSecondPerson: needsTwo }),
  )
  return undefined
}
