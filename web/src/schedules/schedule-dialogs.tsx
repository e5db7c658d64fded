import { endpoints } from '@bank/contract/endpoints'
import { weekdayText } from '@bank/contract/schedules/schedule-words'
import type { ScheduleView } from '@bank/contract/schedules/view'
import { useQueryClient } from '@tanstack/react-query'
import { ActDialog } from '../api/act-dialog.tsx'
import { announce } from '../api/announce.ts'
import { bankToday } from '../api/bank-today.ts'
import { call } from '../api/call.ts'
import type { DialogState } from '../ui/dialog-props.ts'
import { payeeName, refreshSchedules } from './schedules.ts'

/** Asks whether to leave the next day out. */
export function SkipRunDialog({ schedule, ...dialog }: DialogState & { schedule: ScheduleView }) {
  const { id, version, next } = schedule
  const client = useQueryClient()
  const refresh = () => void refreshSchedules(client)
  return (
    <ActDialog
      {...dialog}
      // The name is isolated from what follows it, in either writing direction.
      title={`Leave out the next payment to \u2068${payeeName(schedule)}\u2069?`}
      description={`It is not made on ${next ? weekdayText(next.dueDay, bankToday()) : 'its day'}. The days after it stay.`}
      action="Skip next"
      busyLabel="Saving…"
      act={() =>
        announce(
          call(endpoints.skipRun, { params: { id }, body: { version } }),
          { busy: 'Saving...', done: 'Next payment left out' },
          `schedule ${id}`,
        )
      }
      onDone={refresh}
      onFailed={refresh}
    />
  )
}

/** Asks whether to end a scheduled payment for good. */
export function StopScheduleDialog({ schedule, ...dialog }: DialogState & { schedule: ScheduleView }) {
  const { id, version } = schedule
  const client = useQueryClient()
  const refresh = () => void refreshSchedules(client)
  return (
    <ActDialog
      {...dialog}
      title={`Stop the scheduled payment to \u2068${payeeName(schedule)}\u2069?`}
      description="No more payments are made. Those that were made stay in your transaction history."
      action="Stop payment"
      busyLabel="Stopping…"
      look="destructive"
      act={() =>
        announce(
          call(endpoints.setScheduleState, { params: { id }, body: { state: 'ended', version } }),
          { busy: 'Stopping...', done: 'Scheduled payment stopped' },
          `schedule ${id}`,
        )
      }
      onDone={refresh}
      onFailed={refresh}
    />
  )
}
