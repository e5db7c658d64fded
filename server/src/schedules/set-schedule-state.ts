import { dayOf } from '@bank/contract/bank-day'
import { findAccount, requireSender } from '../accounts/account.ts'
import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Bank } from '../bank.ts'
import type { Verb } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { type NextRun, runFrom } from './next-run.ts'
import { endOf, type Progress, progressTo, type Schedule, storeProgress } from './schedule.ts'
import { endWaiting } from './schedule-run.ts'
import { lockOwnSchedule, readChanged, requireSeen } from './seen-schedule.ts'

/**
 * Pauses a schedule, lets it run again, or ends it for good. What would have run during a pause is not made up for. The state
 * that it has already changes nothing.
 */
export const setScheduleState: Verb<'setScheduleState'> = async ({ bank, actor, params, input, now }) => {
  const { userId } = actor
  const { id } = params
  const { state, version } = input
  return inTransaction(bank.db, async (connection) => {
    const schedule = await lockOwnSchedule(connection, { id, userId })
    if (schedule.state === state) return readChanged(connection, id)
    const next = await requireSeen(connection, schedule, version)
    if (state === 'active') requireSender((await findAccount(connection, schedule.movement.from))!)
    const progress = progressFor(schedule, { state, next, bank, now })
    await storeProgress(connection, [progress], now)
    await endWaiting(connection, [id], progress.next?.nextDay)
    if (state === 'ended') {
      await recordOwnAct(connection, { userId, now }, 'schedule_ended', { schedule: id })
    }
    return readChanged(connection, id)
  })
}

function progressFor(
  schedule: Schedule,
  { state, next, bank, now }: { state: Schedule['state']; next: NextRun; bank: Bank; now: Date },
): Progress {
  if (state === 'ended') return endOf(schedule, 'stopped')
  if (state === 'paused') return { id: schedule.id, state, next, endedBecause: null }
  const from = { number: next.nextNumber, day: dayOf(now, bank.config.timeZone) }
  return progressTo({ id: schedule.id, state }, runFrom(schedule, from, bank.config))
}
