import type { PlannedBalance } from '@bank/contract/gateway/balance'
import type { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import { formatMinor } from '@bank/ledger/money'
import type { Call } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { findTransaction } from '../../transactions/transaction.ts'
import { planFunding, possibleFundings } from './funding-plan.ts'
import { findToldBalances, readBalances } from './told-balance.ts'

/** The funding that a balance written by the caller stands for. Books nothing. */
export async function planBalance({
  bank: { db },
  actor,
  params: { id: userId },
  input: { balance: writtenMinor },
  now,
}: Call<typeof gatewayEndpoints.planBalance>): Promise<PlannedBalance> {
  const told = await findToldBalances(db, { sessionKey: actor.key, userId, now })
  const [present] = await readBalances(db, [userId])
  if (!present) throw new Refusal('user_not_found')
  const write = {
    administratorId: actor.userId,
    userId,
    writtenMinor,
    presentMinor: present.balanceMinor,
    told,
    now,
  }
  const ids = possibleFundings(write).map(({ transactionId }) => transactionId)
  const booked = await Promise.all(ids.map((id) => findTransaction(db, id)))
  const plan = planFunding(write, (id) => booked[ids.indexOf(id)] !== undefined)
  if (plan.kind !== 'fund') return plan
  return { kind: 'fund', transactionId: plan.transactionId, amount: formatMinor(plan.amountMinor) }
}
