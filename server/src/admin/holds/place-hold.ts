import { dayOf } from '@bank/contract/bank-day'
import type { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import { formatMinor } from '@bank/ledger/money'
import type { PoolClient } from 'pg'
import type { Account } from '../../accounts/account.ts'
import type { Call, Verb } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { inUserTransaction } from '../../users/user.ts'
import { recordAdministratorAct } from '../administrator-act.ts'
import { findChosenAccount } from '../users/account-of-user.ts'
import { auditedHold, findHold, findOpenHolds, insertHold, lockFree } from './hold.ts'

// More than a case needs, few enough for one screen.
const holdsMax = 20
const yearsMax = 5

/**
 * Holds an amount on an account of a customer, up to what is on it and not held yet. Whatever the customer moves from now on must leave
 * it; what staff take back or set the status of may use it. A customer's freeze does not matter. The same id with the same contents is
 * one hold. Refused on the administrator's own and on closed accounts.
 */
export const placeHold: Verb<'placeHold'> = async (call) => {
  const { bank, actor, params, query } = call
  if (params.id === actor.userId) throw new Refusal('own_account_edited')
  const account = await findChosenAccount(bank.db, params.id, query.account)
  await inUserTransaction(bank.db, params.id, (connection) => place(connection, account, call))
}

async function place(
  connection: PoolClient,
  { id: accountId, userId, currency, number, isMain }: Account,
  { bank, actor, input, now }: Call<typeof endpoints.placeHold>,
): Promise<void> {
  const { holdId: id, amount: amountMinor, reason, liftsOn } = input
  const earlier = await findHold(connection, id)
  if (earlier) {
    const isRepeat =
      earlier.accountId === accountId &&
      earlier.amountMinor === amountMinor &&
      earlier.reason === reason &&
      earlier.liftsOn === liftsOn &&
      earlier.placedById === actor.userId
    if (isRepeat) return
    throw new Refusal('id_reused')
  }
  if (liftsOn !== null) requireDay(liftsOn, dayOf(now, bank.config.timeZone))
  const { freeMinor, isClosed } = await lockFree(connection, accountId)
  if (isClosed) throw new Refusal('account_closed')
  if (amountMinor > freeMinor) {
    const most = freeMinor > 0n ? freeMinor : 0n
    throw new Refusal('hold_too_large', { most: formatMoney(formatMinor(most), currency) })
  }
  if ((await findOpenHolds(connection, accountId)).length >= holdsMax) {
    throw new Refusal('holds_too_many', { most: holdsMax })
  }
  const hold = { id, accountId, amountMinor, reason, placedById: actor.userId, placedAt: now, liftsOn }
  await insertHold(connection, hold)
  const held = auditedHold({ ...hold, currency, accountNumber: isMain ? null : number })
  await recordAdministratorAct(connection, actor, {
    action: 'hold_placed',
    target: userId,
    details: { ...held, reason, ...(liftsOn !== null && { liftsOn }) },
    now,
  })
}

/** Throws for a day that is not within the next five years: days of the bank, `YYYY-MM-DD`. */
function requireDay(liftsOn: string, today: string): void {
  const latest = `${Number(today.slice(0, 4)) + yearsMax}${today.slice(4)}`
  if (liftsOn <= today || liftsOn > latest) throw new Refusal('hold_day_wrong')
}
