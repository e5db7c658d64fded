import type { AccountView } from '@bank/contract/accounts/view'
import type { TransferForm } from '@bank/contract/transfers/form'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PaidToday } from './paid-today.tsx'
import { TransferReview } from './transfer-review.tsx'

/** The second step of a transfer: the review, and the button that sends it. */
export function TransferConfirmation({
  form,
  account,
  notice,
  isSending,
  onConfirm,
}: {
  form: TransferForm
  account: AccountView
  /** Why it could not be sent. */
  notice: string | undefined
  isSending: boolean
  onConfirm: () => void
}) {
  return (
    <Card className="grid max-w-form gap-field">
      <TransferReview form={form} account={account} />
      <PaidToday form={form} />
      {notice && <Notice tone="failed">{notice}</Notice>}
      <Button wide busy={isSending} busyLabel="Sending…" onClick={onConfirm}>
        Confirm transfer
      </Button>
    </Card>
  )
}
