import { potPath } from '@bank/contract/pots/form'
import type { OwnScheduleForm, ScheduleForm } from '@bank/contract/schedules/form'
import { formatMinor } from '@bank/ledger/money'
import * as z from 'zod/mini'
import type { Bank } from '../bank.ts'
import type { Actor } from '../call.ts'
import { requireOtherAccount } from '../own-transfers/own-transfer.ts'
import { requireOpenPot } from '../pots/pot.ts'
import { Refusal } from '../refusal.ts'
import { payeeSideOf } from '../transfers/payee-side.ts'
import { payeeOf, type Schedule } from './schedule.ts'

/** What a customer wants to be paid, and when. */
export type ScheduledPayment = Pick<Schedule, 'movement' | 'days'>

/** The scheduled payment of a form. */
export async function scheduledPaymentOf({
  bank,
  actor,
  input,
}: {
  readonly bank: Bank
  readonly actor: Actor
  readonly input: Omit<ScheduleForm, 'version'>
}): Promise<ScheduledPayment> {
  const { firstDay, repeat, every, lastDay, times, onHoliday } = input
  const { id: from, currency } = actor.account
  const sent = { from, currency, amountMinor: input.amount, madeBy: actor.userId }
  return {
    movement: { ...sent, ...(await payeeSideOf(bank, actor, input)) },
    days: { firstDay, repeat, every, lastDay, times, onHoliday },
  }
}

/** The scheduled payment of a form for the customer's own money. */
export async function ownScheduledPaymentOf({
  bank,
  actor,
  input,
}: {
  readonly bank: Bank
  readonly actor: Actor
  readonly input: Omit<OwnScheduleForm, 'version'>
}): Promise<ScheduledPayment> {
  const { to, amount: amountMinor, firstDay, repeat, every, lastDay, times, onHoliday } = input
  const { id: from, currency } = actor.account
  const sent = { from, currency, amountMinor, madeBy: actor.userId, beneficiary: null, reference: null }
  return {
    movement: { ...sent, ...(await ownSideOf(bank, actor, to)) },
    days: { firstDay, repeat, every, lastDay, times, onHoliday },
  }
}

/** The side of the customer's other account, or of a pot of this one, in a movement. */
async function ownSideOf({ db }: Bank, { userId, account }: Actor, to: string) {
  if (z.safeParse(potPath, { id: to }).success) {
    const pot = await requireOpenPot(db, userId, to.toLowerCase())
    if (pot.accountId !== account.id) throw new Refusal('pot_not_found')
    return { kind: 'pot_in', to: pot.id, debitDetail: pot.name } as const
  }
  const other = await requireOtherAccount(db, userId, account, to)
  if (other.closedAt) throw new Refusal('own_transfer_account_unknown')
  return {
    kind: 'own_transfer',
    to: other.id,
    debitDetail: other.number,
    creditDetail: account.number,
  } as const
}

/** What the audit log keeps of a schedule. */
export function auditedSchedule(id: string, { movement, days }: ScheduledPayment) {
  const { amountMinor, currency, beneficiary } = movement
  const accountNumber = beneficiary?.accountNumber ?? null
  const { firstDay, repeat } = days
  return {
    schedule: id,
    amount: formatMinor(amountMinor),
    currency,
    payee: payeeOf(movement),
    accountNumber,
    firstDay,
    repeat,
  }
}
