import type { BeneficiaryView } from '@bank/contract/beneficiaries/view'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { deferred } from '../ui/deferred.tsx'
import { beneficiariesQuery, fieldsOf, savedAs } from './beneficiaries.ts'

/** Saves the payee of a transfer for the next one, under a name that is asked for, or says that it is saved already. */
export function SaveBeneficiary({ to, className }: { to: BeneficiaryView; className?: string }) {
  const { data } = useQuery(beneficiariesQuery)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const outcome = useRef<HTMLParagraphElement>(null)
  const saved = savedAs(data, fieldsOf(to))
  if (!data) return null
  return (
    <>
      {saved ? (
        <p ref={outcome} tabIndex={-1} className="text-table text-muted-foreground wrap-anywhere">
          Saved among your payees as <bdi>{saved.name}</bdi>.
        </p>
      ) : (
        <Button
          look="secondary"
          className={className}
          onClick={() => {
            setOpened(true)
            setOpen(true)
          }}
        >
          Save this payee
        </Button>
      )}
      {wasOpened && (
        <SaveDialog
          to={to}
          open={isOpen}
          onClose={() => setOpen(false)}
          onSaved={() => setOpen(false)}
          // The button that had the focus is gone once the payee is saved.
          returnTo={() => outcome.current}
        />
      )}
    </>
  )
}

// Fetched on first use.
const SaveDialog = deferred(async () => (await import('./save-dialog.tsx')).SaveDialog)
