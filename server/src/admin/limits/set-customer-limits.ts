import { dayOf } from '@bank/contract/bank-day'
import { findMainAccount } from '../../accounts/account.ts'
import type { Verb } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { requireAdministrator } from '../administrator-act.ts'
import { limitsPayload } from '../approvals/limits-act.ts'
import { waitForSecondPerson } from '../approvals/needed-approval.ts'
import {
  areSet,
  isRaise,
  limitsText,
  readBankLimits,
  requireEnd,
  storeCustomerLimits,
} from './customer-limits.ts'

/**
 * Sets limits of one customer in place of the bank's until a day. Lower ones hold at once. Those that let the customer send more wait for
 * a second person where there is one. The customer's own limits hold beside them.
 */
export const setCustomerLimits: Verb<'setCustomerLimits'> = async ({ bank, actor, params, input, now }) => {
  const { id: userId, currency } = params
  if (userId === actor.userId) throw new Refusal('own_account_edited')
  if (!(await findMainAccount(bank.db, userId))) throw new Refusal('user_not_found')
  const { limitsId: id, day, month, until, reason } = input
  const limits = { id, userId, currency, day, month, until, reason, setBy: actor.userId }
  if (await areSet(bank.db, limits, bank.config.timeZone)) return undefined
  requireEnd(input, dayOf(now, bank.config.timeZone))
  const before = await readBankLimits(bank.db, bank.config, limits, now)
  const seen = limitsText(before, before.until && dayOf(before.until, bank.config.timeZone))
  const needsTwo = isRaise(before, limits, bank.config)
  const requested = {
    id,
    act: 'customer_limits' as const,
    subjectId: userId,
    payload: limitsPayload(limits, seen),
    reason,
    needsTwo,
  }
  const waiting = await waitForSecondPerson(bank, actor, requested, now)
  if (waiting) return waiting
  await inTransaction(bank.db, async (connection) => {
    // What was decided on other limits must not hold without a second person.
    await storeCustomerLimits(connection, bank, { limits, seen }, { hasNoSecondPerson: needsTwo })
    await requireAdministrator(connection, actor, now)
  })
  return undefined
}
