import { passcodeForm } from '@bank/contract/administrator-forms'
import { endpoints } from '@bank/contract/endpoints'
import type { SessionView } from '@bank/contract/views'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../api/call.ts'
import { fieldReasons, reasonOf } from '../api/problem.ts'
import { renewSession } from '../sessions/session.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { toast } from '../ui/toast.ts'

/** How long the spinner stands after a right passcode (specification §4, Admin gate). */
const spinnerMilliseconds = 1000

/** The passcode, and after the right one a spinner for a second. From then on the session is lifted. */
export function PasscodeForm() {
  const { register, handleSubmit, formState, setError, resetField } = useForm<{ passcode: string }>({
    resolver: standardSchemaResolver(passcodeForm),
    defaultValues: { passcode: '' },
  })
  const enter = useMutation({
    mutationFn: (body: { passcode: string }) => call(endpoints.enterPasscode, { body }),
    onError: (error) => {
      resetField('passcode')
      const [wrong] = fieldReasons(error)
      if (!wrong) return
      toast.error(wrong.reason)
      setError('passcode', { message: 'Check the passcode and type it again' }, { shouldFocus: true })
    },
  })
  if (enter.data) return <Opening session={enter.data} />
  const refusedAsAWhole = enter.error && fieldReasons(enter.error).length === 0
  return (
    <form noValidate onSubmit={handleSubmit((form) => enter.mutate(form))} className="grid gap-field">
      {refusedAsAWhole && <Notice tone="failed">{reasonOf(enter.error)}</Notice>}
      <SecretInput
        label="Passcode"
        autoComplete="off"
        data-first-focus
        error={formState.errors.passcode?.message}
        {...register('passcode')}
      />
      <Button type="submit" wide busy={enter.isPending} busyLabel="Checking…">
        Continue
      </Button>
    </form>
  )
}

/** The bank has lifted the session already; the screens learn it when the second is over, or when one goes elsewhere. */
function Opening({ session }: { session: SessionView }) {
  const client = useQueryClient()
  useEffect(() => {
    const open = () => renewSession(client, session)
    const timer = setTimeout(open, spinnerMilliseconds)
    return () => clearTimeout(timer)
  }, [client, session])
  return (
    <p role="status" className="flex items-center gap-3 py-4 text-label">
      <LoaderCircle aria-hidden size={24} className="animate-spin text-primary motion-reduce:animate-none" />
      Loading
    </p>
  )
}
