import type { AccountView } from '@bank/contract/accounts/view'
import { endpoints } from '@bank/contract/endpoints'
import type { PotView } from '@bank/contract/pots/view'
import { useQueryClient } from '@tanstack/react-query'
import { ActDialog } from '../api/act-dialog.tsx'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { refreshPots } from '../pots/pots.ts'
import type { DialogState } from '../ui/dialog-props.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { EndedSchedules, useSchedulesOfPot } from './ended-schedules.tsx'

/** Asks whether to close an empty pot with the scheduled payments into it, and closes it. */
export function ClosePotDialog({
  pot: { id, name },
  account,
  open,
  onClose,
}: DialogState & { pot: PotView; account: AccountView }) {
  const client = useQueryClient()
  const { ended, isAwaited } = useSchedulesOfPot(id, account)
  const closePot = () =>
    announce(
      call(endpoints.closePot, { params: { id } }),
      { busy: 'Closing pot...', done: 'Pot closed' },
      `pot ${id}`,
    )
  const refresh = () => void refreshPots(client)
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      // The name is isolated from what follows it, in either writing direction.
      title={`Close \u2068${name}\u2069?`}
      description="The pot is removed from this page. Its movements stay in your transaction history."
      action={!isAwaited && 'Close pot'}
      busyLabel="Closing…"
      act={closePot}
      onDone={refresh}
      onFailed={refresh}
    >
      {isAwaited ? <Skeleton className="h-8" /> : <EndedSchedules ended={ended} />}
    </ActDialog>
  )
}
