import { endpoints } from '@bank/contract/endpoints'
import type { TransactionView } from '@bank/contract/transactions/view'
import { call } from '../api/call.ts'
import { useAccountChoice } from '../api/chosen-account.ts'
import { DateText } from '../ui/date-text.tsx'
import { Dialog } from '../ui/deferred-dialog.tsx'
import type { DialogState } from '../ui/dialog-props.ts'
import { DisputeForm } from './dispute-form.tsx'

/** Asks the customer what is wrong with a payment, and disputes it. */
export function DisputeDialog({
  payment,
  decidedBy,
  refresh,
  ...dialog
}: DialogState & {
  payment: Pick<TransactionView, 'id' | 'amount' | 'currency'>
  decidedBy: string | undefined
  refresh: () => void
}) {
  const account = useAccountChoice()
  return (
    <Dialog {...dialog} title="Dispute this payment">
      {decidedBy && (
        <p className="text-table text-muted-foreground">
          We look into it, and decide by <DateText moment={decidedBy} long time={false} />.
        </p>
      )}
      <DisputeForm
        payment={payment}
        filesUnder="Help"
        send={(body, signal) =>
          call(endpoints.openDispute, { params: { id: payment.id }, query: { account }, body, signal })
        }
        onCancel={dialog.onClose}
        onDone={dialog.onClose}
        onSettled={refresh}
      />
    </Dialog>
  )
}
