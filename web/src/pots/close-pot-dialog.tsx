import { endpoints } from '@bank/contract/endpoints'
import type { PotView } from '@bank/contract/pots/view'
import { useQueryClient } from '@tanstack/react-query'
import { ActDialog } from '../api/act-dialog.tsx'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import type { DialogState } from '../ui/dialog-props.ts'
import { refreshPots } from './pots.ts'

/** Asks whether to close an empty pot, and closes it. */
export function ClosePotDialog({ pot: { id, name }, open, onClose }: DialogState & { pot: PotView }) {
  const client = useQueryClient()
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
      description="The pot is removed from this page. Its movements stay in your transaction history. Payments that are scheduled into it end."
      action="Close pot"
      busyLabel="Closing…"
      act={closePot}
      onDone={refresh}
      onFailed={refresh}
    />
  )
}
