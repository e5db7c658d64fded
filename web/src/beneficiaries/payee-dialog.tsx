import { type BeneficiaryForm, typedBeneficiaryForm } from '@bank/contract/beneficiaries/form'
import type { SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { ibanIn } from '@bank/contract/iban'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { FailureNotice } from '../api/failure-notice.tsx'
import { useRequestForm } from '../api/use-request-form.ts'
import { Dialog } from '../ui/deferred-dialog.tsx'
import { DialogActions } from '../ui/dialog-actions.tsx'
import type { DialogState } from '../ui/dialog-props.ts'
import { Input } from '../ui/input.tsx'
import { beneficiariesQuery, fieldsOf, ibanHint, payeeFields, payeeLabels, savedAs } from './beneficiaries.ts'
import { savePayee } from './save-payee.ts'

/** The editor of a saved payee: its account, its bank and its name. Without `payee` it adds one. */
export function PayeeDialog({
  payee,
  open,
  onClose,
  onSaved,
  returnTo,
}: DialogState & {
  payee?: SavedBeneficiary
  /** Called with true when the payee was saved as another account, and `payee` removed. */
  onSaved: (isReplaced: boolean) => void
  returnTo?: () => HTMLElement | null
}) {
  const client = useQueryClient()
  const { data: saved } = useQuery(beneficiariesQuery)
  const before = payee && { name: payee.name, ...fieldsOf(payee) }
  const { form, field, failure, isPending, mutate } = useRequestForm(
    typedBeneficiaryForm,
    { defaultValues: before ?? Object.fromEntries(['name', ...payeeFields].map((name) => [name, ''])) },
    {
      mutationFn: async ({ name, ...fields }) => {
        // The bank saves another account as another payee.
        const replaced = payee && !savedAs([payee], fields) ? payee : undefined
        const form = { ...fields, name: name ?? fields.account_name }
        await savePayee(client, form, { replaced, done: 'Payee saved' })
        return replaced !== undefined
      },
      onSuccess: (isReplaced) => {
        onClose()
        onSaved(isReplaced)
      },
    },
  )

  const hasIban = ibanIn(useWatch({ control: form.control, name: 'account_number' })) !== undefined

  function save(typed: BeneficiaryForm) {
    const earlier = savedAs(saved, typed)
    if (!earlier || earlier.id === payee?.id) return mutate(typed)
    // The bank would replace the saved details by these.
    const message = `You have saved this account as ${earlier.name}`
    form.setError('account_number', { message }, { shouldFocus: true })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={payee ? 'Edit payee' : 'Add a payee'}
      description={
        payee
          ? 'Transfers you have sent stay as they are.'
          : 'Nothing is sent. You can pay them from your list at any time.'
      }
      {...(returnTo && { returnTo })}
    >
      <form noValidate onSubmit={form.handleSubmit(save)} className="grid gap-field">
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
