import type { TransactionDetailsView } from '@bank/contract/transactions/view'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { DateText } from '../ui/date-text.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'

/** Until when a transfer can be taken back, and the button that does it. */
export function TakeBack({
  transaction,
  until,
}: {
  transaction: Pick<TransactionDetailsView, 'id'>
  until: string
}) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <section aria-label="Take back" className="no-print grid justify-items-start gap-3">
      <p className="text-table text-muted-foreground">
        You can take this transfer back until <DateText moment={until} time />, or until the bank has
        processed it.
      </p>
      <Button look="secondary" onClick={() => setIsAsked(true)}>
        Take back
      </Button>
      <TakeBackDialog open={isAsked} onClose={() => setIsAsked(false)} transaction={transaction} />
    </section>
  )
}

const TakeBackDialog = lazyDialog(async () => (await import('./take-back-dialog.tsx')).TakeBackDialog)
