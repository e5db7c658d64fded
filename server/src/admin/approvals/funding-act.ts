import { formatMoney } from '@bank/contract/format-money'
import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import { type Account, findAccount } from '../../accounts/account.ts'
import { bookFunding } from '../transactions/funding-movement.ts'
import type { Act } from './act.ts'
import type { Payload } from './approval.ts'

/** What an approval keeps of a funding. */
export function fundingPayload(
  { id, currency, isMain, number }: Account,
  { amountMinor, reference }: { amountMinor: bigint; reference: string | undefined },
): Payload {
  return {
    accountId: String(id),
    accountNumber: isMain ? null : number,
    currency,
    amountMinor: String(amountMinor),
    reference: reference || null,
  }
}

/** A funding above APPROVAL_ABOVE. The books ask again whether the account is open and the amount within the limit. */
export const funding: Act = {
  sentence: ({ amountMinor, currency, reference }) => {
    const amount = formatMoney(formatMinor(BigInt(amountMinor!)), currency as Currency)
    return `Fund the account with ${amount}${reference ? `, reference ${reference}` : ''}`
  },
  book: async (connection, bank, { id, payload, reason, requestedBy: madeBy }, approval, now) => {
    const account = (await findAccount(connection, BigInt(payload.accountId!)))!
    const amountMinor = BigInt(payload.amountMinor!)
    const reference = payload.reference ?? undefined
    await bookFunding({ bank, now }, { id, account, amountMinor, reason, reference, madeBy }, { approval })
  },
}
