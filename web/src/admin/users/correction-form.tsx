import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { messageOf } from '@bank/contract/errors'
import { correctionForm } from '@bank/contract/profile/form'
import { doneText, staffTexts } from '@bank/contract/toast-texts/staff'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { announce } from '../../api/announce.ts'
import { call } from '../../api/call.ts'
import { FailureNotice } from '../../api/failure-notice.tsx'
import { isProblem, reasonOf } from '../../api/problem.ts'
import { useRequestForm } from '../../api/use-request-form.ts'
import { useEditDraft } from '../../sessions/drafts.ts'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { refreshPanel } from '../refresh-panel.ts'
import { correctionLabels, storedFieldsOf } from './correction-field-texts.ts'
import { CorrectionFields } from './correction-fields.tsx'
import { userQuery } from './users.ts'

/**
 * Corrects a user's details, with a reason that the user reads. The request names the version of the details that the form shows:
 * if they were changed in the meantime, the bank refuses it, and the administrator loads the current details into the fields that
 * were not edited.
 */
export function CorrectionForm({ user, onClose }: { user: UserDetailsView; onClose: () => void }) {
  const client = useQueryClient()
  const [opened] = useState(user)
  const [shown, setShown] = useState(user)
  const { form, onSubmit, failure, ...save } = useRequestForm(
    correctionForm,
    // The summary takes the focus, and leads to each field.
    { defaultValues: storedFieldsOf(user), shouldFocusError: false },
    {
      mutationFn: (fields) => {
        const body = { ...fields, version: shown.profileVersion }
        const request = call(endpoints.correctProfile, { params: { id: user.id }, body })
        const done = (answer: unknown) => doneText(answer, staffTexts.correctProfile)
        return announce(request, { ...staffTexts.correctProfile, done }, correctionDraft(user))
      },
      onSuccess: () => {
        void refreshPanel(client)
        onClose()
      },
    },
  )
  useEditDraft(correctionDraft(user), form)
  const load = useMutation({
    mutationFn: () => client.fetchQuery({ ...userQuery(user.id), staleTime: 0 }),
    onSuccess: (present) => {
      setShown(present)
      form.reset(storedFieldsOf(present), { keepDirtyValues: true })
      save.reset()
    },
  })
  const isRefusedAsOutdated = isProblem(save.error) && save.error.code === 'profile_outdated'
  const isOutdated = isRefusedAsOutdated || (save.isIdle && user.profileVersion > shown.profileVersion)
  const { errors, submitCount } = form.formState
  const end = useRef<HTMLDivElement>(null)
  const isRefusedBesideButton = failure !== null
  // The dialog is taller than the window: what appears above its button pushes the button out of view.
  useEffect(() => {
    if (isRefusedBesideButton) end.current?.scrollIntoView({ block: 'nearest' })
  }, [isRefusedBesideButton])
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-field">
      <ErrorSummary labels={correctionLabels} errors={errors} submitCount={submitCount} />
      <CorrectionFields form={form} opened={opened} shown={shown} />
      <div ref={end} className="grid gap-field">
        {isOutdated && <Outdated error={load.error} busy={load.isPending} onLoad={() => load.mutate()} />}
        {!isRefusedAsOutdated && <FailureNotice error={failure} />}
        <DialogActions
          onCancel={onClose}
          action="Save"
          busyLabel={staffTexts.correctProfile.busy}
          isBusy={save.isPending}
        />
      </div>
    </form>
  )
}

/** The name of the draft of an unsaved correction. */
export function correctionDraft({ id }: UserDetailsView): string {
  return `correction of ${id}`
}

/** Offers the current details after a change by another administrator or by the customer. */
function Outdated({ error, busy, onLoad }: { error: unknown; busy: boolean; onLoad: () => void }) {
  return (
    <Notice tone="failed">
      <p>{messageOf('profile_outdated')}. What you typed is kept.</p>
      {!!error && <p>{reasonOf(error)}</p>}
      <button
        type="button"
        aria-disabled={busy}
        onClick={onLoad}
        className="inline-flex min-h-target items-center underline"
      >
        {busy ? 'Loading…' : 'Load the current details'}
      </button>
    </Notice>
  )
}
