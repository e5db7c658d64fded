import { formatMoney } from '@bank/contract/format-money'
import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import type { Dispute } from '../../disputes/dispute.ts'
import { bookCredit } from '../disputes/provisional-credit.ts'
import type { Act } from './act.ts'
import type { Payload } from './approval.ts'

/** What an approval keeps of a provisional credit. The rest is said by the dispute, which does not change. */
export function creditPayload({ id, amountMinor, currency }: Dispute): Payload {
  return { disputeId: id, amountMinor: String(amountMinor), currency }
}

/** The provisional credit of a disputed payment above APPROVAL_ABOVE. A dispute that has ended since is a refusal. */
export const provisionalCredit: Act = {
  sentence: ({ amountMinor, currency }) =>
    `Credit ${formatMoney(formatMinor(BigInt(amountMinor!)), currency as Currency)} for a disputed payment`,
  book: async (connection, bank, { id, payload, reason, requestedBy: madeBy }, approval, now) => {
    const credit = { id, disputeId: payload.disputeId!, reason, madeBy }
    await bookCredit(connection, { bank, now }, credit, { approval })
  },
}
