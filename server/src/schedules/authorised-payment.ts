import { namesPayee } from '@bank/ledger/authorise'
import { noLedgerAccount } from '@bank/ledger/ledger-account'
import { tryPayee } from '@bank/ledger/payee-misses'
import type { PoolClient } from 'pg'
import { findAccount, requireSender } from '../accounts/account.ts'
import { refusalOf } from '../books/refusal-of.ts'
import { type ComparedPin, comparePin, type PinCall } from '../pins/compared-pin.ts'
import { setPinLock } from '../pins/pin.ts'
import { Refusal } from '../refusal.ts'
import type { ScheduledMovement } from './schedule.ts'

/**
 * Compares the PIN for a payment that is made later, and then all that the books would refuse today whatever is on the account:
 * a payee's number that does not exist counts as it does for a transfer. Returns the refusal: what was counted is committed
 * before it is thrown.
 */
export async function refusalOfPayment(
  connection: PoolClient,
  call: PinCall,
  { movement, pin }: { movement: ScheduledMovement; pin: string },
): Promise<Refusal | undefined> {
  const { bank, now } = call
  await requireScheduler(connection, movement)
  const compared = await comparePin(connection, call, pin)
  if (compared instanceof Refusal) return compared
  const missed = await missOf(connection, call, { movement, compared })
  if (missed) return missed
  const { config } = bank
  const { transferLimitMinor: limitMinor } = config
  if (movement.amountMinor > limitMinor) {
    return refusalOf({ code: 'limit_exceeded' }, { config, limitMinor, currency: movement.currency, now })
  }
  if (movement.to === undefined) return undefined
  if (movement.to === movement.from) return new Refusal('own_account')
  const payee = (await findAccount(connection, movement.to))!
  if (payee.closedAt !== null) return new Refusal('payee_account_closed')
  return payee.currency === movement.currency ? undefined : new Refusal('currency_different')
}

/** Throws the reason why nothing can be sent from the account of a movement today. */
export async function requireScheduler(
  connection: PoolClient,
  { from }: ScheduledMovement,
): Promise<undefined> {
  requireSender((await findAccount(connection, from))!)
}

/** The refusal of a payee's number that no account of this bank has. */
async function missOf(
  connection: PoolClient,
  { bank, actor, now }: PinCall,
  { movement, compared }: { movement: ScheduledMovement; compared: ComparedPin },
): Promise<Refusal | undefined> {
  const { kind, to, currency } = movement
  if (!namesPayee(kind)) return undefined
  const { attempt, lock: before, lockBefore } = compared
  const payee = { attempt, isFound: to !== noLedgerAccount }
  const { pin: lock, refusal } = tryPayee(before, lockBefore, payee, now.getTime())
  if (lock !== before) await setPinLock(connection, actor.userId, lock)
  if (refusal === null) return undefined
  const { config } = bank
  return refusalOf(refusal, { config, limitMinor: config.transferLimitMinor, currency, now })
}
