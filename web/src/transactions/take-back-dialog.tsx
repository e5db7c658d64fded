import { timeOrderedId } from '@bank/contract/time-ordered-id'
import type { TransactionDetailsView } from '@bank/contract/transactions/view'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActDialog } from '../api/act-dialog.tsx'
import { useAccountChoice } from '../api/chosen-account.ts'
import { takeBack } from './take-back-request.ts'
import { refreshMoney } from './transactions.ts'

/** Asks for confirmation before a transfer is taken back. */
export function TakeBackDialog({
  transaction: { id },
  ...dialog
}: {
  open: boolean
  transaction: Pick<TransactionDetailsView, 'id'>
  onClose: () => void
}) {
  const client = useQueryClient()
  const account = useAccountChoice()
  // One for each opening of the dialog, so that another try takes the money back once.
  const [changeId] = useState(() => timeOrderedId(new Date()))
  const refresh = () => refreshMoney(client)
  return (
    <ActDialog
      {...dialog}
      title="Take this transfer back?"
      description="The money returns to your account immediately, and the payee gets nothing."
      action="Take back"
      busyLabel="Taking back…"
      act={() => takeBack(id, account, changeId)}
      onDone={refresh}
      onFailed={refresh}
    />
  )
}
