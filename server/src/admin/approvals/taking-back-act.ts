import { formatMoney } from '@bank/contract/format-money'
import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import { type Account, findAccount } from '../../accounts/account.ts'
import { bookTakingBack } from '../transactions/taking-back-movement.ts'
import type { Act } from './act.ts'
import type { Payload } from './approval.ts'

/** What an approval keeps of a taking back. */
export function takingBackPayload({
  account: { id, currency, isMain, number },
  fundingId,
  amountMinor,
}: {
  account: Account
  fundingId: string
  amountMinor: bigint
}): Payload {
  return {
    accountId: String(id),
    accountNumber: isMain ? null : number,
    currency,
    amountMinor: String(amountMinor),
    fundingId,
  }
}

/** A taking back above APPROVAL_ABOVE. The books ask again what is left of the funding and of the balance. */
export const takingBack: Act = {
  sentence: ({ amountMinor, currency }) =>
    `Take back ${formatMoney(formatMinor(BigInt(amountMinor!)), currency as Currency)} of a funding`,
  book: async (connection, bank, { id, payload, reason, requestedBy: madeBy }, approval, now) => {
    const account = (await findAccount(connection, BigInt(payload.accountId!)))!
    const amountMinor = BigInt(payload.amountMinor!)
    const fundingId = payload.fundingId!
    await bookTakingBack({ bank, now }, { id, fundingId, account, amountMinor, reason, madeBy }, { approval })
  },
}
