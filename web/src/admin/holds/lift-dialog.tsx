import type { HoldView } from '@bank/contract/admin/holds/view'
import { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { call } from '../../api/call.ts'
import { requestTimeout } from '../../api/request-outcome.ts'
import type { DialogState } from '../../ui/dialog-props.ts'
import { toast } from '../../ui/toast.ts'
import { ReasonDialog } from '../users/reason-dialog.tsx'

/** Asks why a hold is lifted, and lifts it. */
export function LiftDialog({ hold, ...dialog }: DialogState & { hold: HoldView }) {
  const { id, amount, currency } = hold
  const { busy, done, failed } = staffTexts.liftHold
  return (
    <ReasonDialog
      {...dialog}
      title="Lift this hold?"
      description={`The customer can move ${formatMoney(amount, currency)} again.`}
      purpose={`lifting of ${id}`}
      act={(body) => call(endpoints.liftHold, { params: { id }, body, signal: requestTimeout() })}
      action="Lift hold"
      busyLabel={busy}
      onDone={() => toast.success(done)}
      failed={failed}
    />
  )
}
