import type { GatewayVerb } from '../../call.ts'
import { findTransaction } from '../../transactions/transaction.ts'
import { planFunding } from './funding-of-balance.ts'
import { findToldBalances } from './told-balance.ts'

/**
 * The funding that a balance written by the caller stands for, by the rules of `funding-of-balance.ts`. Books nothing: the client's
 * call then funds the account.
 */
export const planFundingOfBalance: GatewayVerb<'planFundingOfBalance'> = async ({
  bank,
  actor,
  params,
  input,
  now,
}) => {
  const { id: userId } = params
  const { balance: writtenMinor } = input
  const told = await findToldBalances(bank.db, { sessionKey: actor.key, userId, now })
  const write = { administratorId: actor.userId, userId, writtenMinor, told, now }
  return planFunding(write, async ({ transactionId, amountMinor }) => {
    const booked = await findTransaction(bank.db, transactionId)
    return booked?.amountMinor === amountMinor
  })
}
