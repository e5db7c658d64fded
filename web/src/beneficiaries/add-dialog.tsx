import { type BeneficiaryForm, typedBeneficiaryForm } from '@bank/contract/beneficiaries/form'
import { ibanIn } from '@bank/contract/transfers/iban'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { FailureNotice } from '../api/failure-notice.tsx'
import { useRequestForm } from '../api/use-request-form.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogActions } from '../ui/dialog-actions.tsx'
import type { DialogState } from '../ui/dialog-props.ts'
import { Input } from '../ui/input.tsx'
import { beneficiariesQuery, ibanHint, payeeFields, payeeLabels, savedAs } from './beneficiaries.ts'
import { savePayee } from './save-payee.ts'

/** Asks for the account, the bank and the name of a payee to save. */
export function AddDialog({ open, onClose, onAdded }: DialogState & { onAdded: () => void }) {
  const client = useQueryClient()
  const { data: saved } = useQuery(beneficiariesQuery)
  const { form, field, failure, isPending, mutate } = useRequestForm(
    typedBeneficiaryForm,
    { defaultValues: Object.fromEntries(['name', ...payeeFields].map((name) => [name, ''])) },
    {
      mutationFn: (payee) => savePayee(client, payee),
      onSuccess: () => {
        onClose()
        onAdded()
      },
    },
  )

  const hasIban = ibanIn(useWatch({ control: form.control, name: 'account_number' })) !== undefined

  function add(payee: BeneficiaryForm) {
    const earlier = savedAs(saved, payee)
    if (!earlier) return mutate(payee)
    // The bank would replace the saved details by these.
    const message = `You have saved this account as ${earlier.name}`
    form.setError('account_number', { message }, { shouldFocus: true })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add a payee"
      description="Nothing is sent. You can pay them from your list at any time."
    >
      <form noValidate onSubmit={form.handleSubmit(add)} className="grid gap-field">
        <FailureNotice error={failure} />
        {payeeFields.map(
          (name, position) =>
            // An IBAN as the account number is the routing number, too.
            !(hasIban && name === 'routing_number') && (
              <Input
                key={name}
                // The transfer form on the same page has fields of the same names.
                id={`payee-${name}`}
                label={payeeLabels[name]}
                hint={name === 'account_number' && ibanHint}
                autoComplete="off"
                data-first-focus={position === 0 || undefined}
                {...field(name)}
              />
            ),
        )}
        <Input
          id="payee-name"
          label="Name for this payee"
          optional
          hint="Only you see it. Without one we show the account name."
          autoComplete="off"
          {...field('name')}
        />
        <DialogActions onCancel={onClose} action="Save payee" busyLabel="Saving…" isBusy={isPending} />
      </form>
    </Dialog>
  )
}
