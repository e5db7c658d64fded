import { type BeneficiaryForm, typedBeneficiaryForm } from '@bank/contract/beneficiaries/form'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { reasonOf } from '../api/problem.ts'
import { labels, payeeFields } from '../transfers/transfer-fields.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Input } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { beneficiariesQuery, savedAs } from './beneficiaries.ts'
import { useSaveBeneficiary } from './use-save-beneficiary.ts'

/** Asks for the account, the bank and the name of a payee to save. */
export function AddDialog({ open, ...props }: { open: boolean; onClose: () => void; onAdded: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      title="Add a payee"
      description="Nothing is sent. You can pay them from your list at any time."
    >
      <AddForm {...props} />
    </Dialog>
  )
}

type Fields = Record<keyof BeneficiaryForm, string>

function AddForm({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const { data: saved } = useQuery(beneficiariesQuery)
  const { register, handleSubmit, formState, setError } = useForm<Fields, unknown, BeneficiaryForm>({
    resolver: standardSchemaResolver(typedBeneficiaryForm),
    defaultValues: Object.fromEntries(['name', ...payeeFields].map((name) => [name, ''])),
  })
  const { mutate, isPending, error } = useSaveBeneficiary(() => {
    onClose()
    onAdded()
  })

  function add(form: BeneficiaryForm) {
    const earlier = savedAs(saved, form)
    if (!earlier) return mutate(form)
    // The bank would replace the saved details by these.
    setError(
      'account_number',
      { message: `You have saved this account as ${earlier.name}` },
      { shouldFocus: true },
    )
  }
  return (
    <form noValidate onSubmit={handleSubmit(add)} className="grid gap-field">
      {error && <Notice tone="failed">{reasonOf(error)}</Notice>}
      {payeeFields.map((name, position) => (
        <Input
          key={name}
          // The transfer form on the same page has fields of the same names.
          id={`payee-${name}`}
          label={labels[name]}
          autoComplete="off"
          data-first-focus={position === 0 || undefined}
          error={formState.errors[name]?.message}
          {...register(name)}
        />
      ))}
      <Input
        id="payee-name"
        label="Name for this payee"
        optional
        hint="Only you see it. Without one we show the account name."
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isPending} busyLabel="Saving…">
          Save payee
        </Button>
      </div>
    </form>
  )
}
