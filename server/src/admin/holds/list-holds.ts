import { formatMinor } from '@bank/ledger/money'
import type { Verb } from '../../call.ts'
import { findChosenAccount } from '../users/account-of-user.ts'
import { findOpenHolds } from './hold.ts'

/** The holds of a user's account that are not lifted. */
export const listHolds: Verb<'listHolds'> = async ({ bank, params, query }) => {
  const account = await findChosenAccount(bank.db, params.id, query.account)
  const holds = await findOpenHolds(bank.db, account.id)
  return {
    holds: holds.map(({ id, amountMinor, currency, reason, placedBy, placedAt, liftsOn }) => ({
      id,
      amount: formatMinor(amountMinor),
      currency,
      reason,
      placedBy,
      placedAt,
      liftsOn,
    })),
  }
}
