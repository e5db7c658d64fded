import type { ScheduleForm } from '@bank/contract/schedules/form'
import { formatMinor } from '@bank/ledger/money'
import type { Bank } from '../bank.ts'
import type { Actor } from '../call.ts'
import { payeeSideOf } from '../transfers/payee-side.ts'
import type { Schedule } from './schedule.ts'

/** What a customer wants to be paid, and when. */
export type Ordered = Pick<Schedule, 'movement' | 'days'>

/** The order of a form. */
export async function orderedBy({
  bank,
  actor,
  input,
}: {
  readonly bank: Bank
  readonly actor: Actor
  readonly input: Omit<ScheduleForm, 'version'>
}): Promise<Ordered> {
  const { firstDay, repeat, every, lastDay, times, onHoliday } = input
  const { id: from, currency } = actor.account
  const sent = { from, currency, amountMinor: input.amount, madeBy: actor.userId }
  return {
    movement: { ...sent, ...(await payeeSideOf(bank, actor, input)) },
    days: { firstDay, repeat, every, lastDay, times, onHoliday },
  }
}

/** What the audit log keeps of a schedule. */
export function auditedSchedule(id: string, { movement, days }: Ordered) {
  const { amountMinor, currency, beneficiary } = movement
  const { accountName: payee, accountNumber } = beneficiary
  const { firstDay, repeat } = days
  return { schedule: id, amount: formatMinor(amountMinor), currency, payee, accountNumber, firstDay, repeat }
}
