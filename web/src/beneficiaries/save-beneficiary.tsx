import type { BeneficiaryView } from '@bank/contract/beneficiaries/view'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { beneficiariesQuery, fieldsOf, savedAs } from './beneficiaries.ts'
import { savePayee } from './save-payee.ts'

/** Saves the payee of a transfer for the next one, under a name that is asked for, or says that it is saved already. */
export function SaveBeneficiary({ to }: { to: BeneficiaryView }) {
  const client = useQueryClient()
  const { data } = useQuery(beneficiariesQuery)
  const [isOpen, setOpen] = useState(false)
  const outcome = useRef<HTMLParagraphElement>(null)
  const fields = fieldsOf(to)
  const saved = savedAs(data, fields)
  if (!data) return null
  return (
    <>
      {saved ? (
        <p ref={outcome} tabIndex={-1} className="text-table text-muted-foreground wrap-anywhere">
          Saved among your payees as <bdi>{saved.name}</bdi>.
        </p>
      ) : (
        <Button look="secondary" onClick={() => setOpen(true)}>
          Save this payee
        </Button>
      )}
      <PayeeNameDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Save this payee"
        description="Only you see the name. The account name on your transfers stays as it is."
        label="Name for this payee"
        initialName={to.accountName}
        action="Save payee"
        save={(name) => savePayee(client, { ...fields, name })}
        // The button that had the focus is gone once the payee is saved.
        returnTo={() => outcome.current}
      />
    </>
  )
}

// Fetched on first use.
const PayeeNameDialog = lazyDialog(
  async () => (await import('./payee-name-dialog.tsx')).PayeeNameDialog,
  false,
)
