import { beneficiaryNameForm } from '@bank/contract/beneficiaries/form'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { reasonOf } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'

/** The form of a dialog that asks for the name of a payee. `error` is why the last attempt failed. */
export function PayeeNameForm({
  label,
  initialName,
  submitLabel,
  error,
  isPending,
  onSubmit,
  onClose,
}: {
  label: string
  initialName: string
  submitLabel: string
  error: Error | null
  isPending: boolean
  onSubmit: (form: { name: string }) => void
  onClose: () => void
}) {
  const { register, handleSubmit, formState } = useForm<{ name: string }>({
    resolver: standardSchemaResolver(beneficiaryNameForm),
    defaultValues: { name: initialName },
  })
  return (
    <form noValidate onSubmit={handleSubmit(onSubmit)} className="grid gap-field">
      {error && <Notice tone="failed">{reasonOf(error)}</Notice>}
      <Input
        label={label}
        autoComplete="off"
        data-first-focus
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isPending} busyLabel="Saving…">
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
