import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'

/** Adds a payee by hand, before there is anything to pay. `isFirst` while none is saved: it also says how else to save one. */
export function AddPayee({ isFirst, onAdded }: { isFirst: boolean; onAdded: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid justify-items-start gap-3">
      {isFirst && (
        <p className="text-table text-muted-foreground">
          No saved payees yet. Save someone from a receipt after you pay them, or add them here.
        </p>
      )}
      <Button look="secondary" onClick={() => setOpen(true)}>
        Add a payee
      </Button>
      <PayeeDialog open={isOpen} onClose={() => setOpen(false)} onSaved={onAdded} />
    </div>
  )
}

// Fetched on first use: most customers save payees from receipts.
const PayeeDialog = lazyDialog(async () => (await import('./payee-dialog.tsx')).PayeeDialog, false)
