import { passcodeForm } from '@bank/contract/admin/passcode/form'
import { LoaderCircle } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { fieldReasons, reasonOf } from '../../api/problem.ts'
import { resolverOf } from '../../api/rules-resolver.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SecretInput } from '../../ui/secret-input.tsx'
import { toast } from '../../ui/toast.ts'
import { type PasscodeEntry, refusalToast } from './use-passcode-entry.ts'

/** The passcode's form; after a correct passcode a spinner replaces it. */
export function PasscodeForm({ entry }: { entry: PasscodeEntry }) {
  return entry.isAccepted ? <Spinner /> : <EntryForm entry={entry} />
}

function EntryForm({ entry: { send, isPending, error } }: { entry: PasscodeEntry }) {
  const { register, handleSubmit, formState, setError, resetField } = useForm<{ passcode: string }>({
    resolver: resolverOf(passcodeForm),
    defaultValues: { passcode: '' },
  })
  function showRefusal(refusal: unknown) {
    resetField('passcode')
    const [wrong] = fieldReasons(refusal)
    if (!wrong) return
    toast.error(wrong.reason, { id: refusalToast })
    setError('passcode', { message: 'Check the passcode and type it again' }, { shouldFocus: true })
  }
  const hasFormError = error && fieldReasons(error).length === 0
  return (
    <form
      noValidate
      onSubmit={handleSubmit((form) => send(form, { onError: showRefusal }))}
      className="grid gap-field"
    >
      {hasFormError && <Notice tone="failed">{reasonOf(error)}</Notice>}
      <SecretInput
        label="Passcode"
        autoComplete="off"
        data-first-focus
        error={formState.errors.passcode?.message}
        {...register('passcode')}
      />
      <Button type="submit" wide busy={isPending} busyLabel="Checking…">
        Continue
      </Button>
    </form>
  )
}

function Spinner() {
  return (
    <p role="status" className="flex items-center gap-3 py-4 text-label">
      <LoaderCircle aria-hidden size={24} className="animate-spin text-primary motion-reduce:animate-none" />
      Loading
    </p>
  )
}
