import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { messageOf } from '@bank/contract/errors'
import { messages } from '@bank/contract/messages'
import { type CorrectionForm as Correction, correctionForm } from '@bank/contract/profile/form'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { announce } from '../../api/announce.ts'
import { call } from '../../api/call.ts'
import { fieldReasons, isProblem, reasonOf } from '../../api/problem.ts'
import { useEditDraft } from '../../sessions/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type CorrectionFieldTexts, correctionLabels, storedFieldsOf } from './correction-field-texts.ts'
import { CorrectionFields } from './correction-fields.tsx'
import { refreshUsers, userQuery } from './users.ts'

/**
 * Corrects a user's details, with a reason that the user reads. The request names the version of the details that the form shows:
 * if they were changed in the meantime, the bank refuses it, and the administrator loads the current details into the fields that
 * were not edited.
 */
export function CorrectionForm({ user, onClose }: { user: UserDetailsView; onClose: () => void }) {
  const client = useQueryClient()
  const [opened] = useState(user)
  const [shown, setShown] = useState(user)
  const form = useForm<CorrectionFieldTexts, unknown, Correction>({
    resolver: standardSchemaResolver(correctionForm),
    defaultValues: storedFieldsOf(user),
    // The summary takes the focus, and leads to each field.
    shouldFocusError: false,
  })
  useEditDraft(correctionDraft(user), form)
  const { handleSubmit, setError, formState, reset } = form
  const save = useMutation({
    mutationFn: (fields: Correction) => {
      const body = { ...fields, version: shown.profileVersion }
      const request = call(endpoints.correctProfile, { params: { id: user.id }, body })
      return announce(request, messages.correctProfile, correctionDraft(user))
    },
    onSuccess: () => {
      void refreshUsers(client)
      onClose()
    },
    onError: (error) => {
      for (const { field, reason } of fieldReasons(error)) {
        if (field in correctionLabels) setError(field as keyof Correction, { message: reason })
      }
    },
  })
  const load = useMutation({
    mutationFn: () => client.fetchQuery({ ...userQuery(user.id), staleTime: 0 }),
    onSuccess: (present) => {
      setShown(present)
      reset(storedFieldsOf(present), { keepDirtyValues: true })
      save.reset()
    },
  })
  const isRefusedAsOutdated = isProblem(save.error) && save.error.code === 'profile_outdated'
  const isOutdated = isRefusedAsOutdated || (save.isIdle && user.profileVersion > shown.profileVersion)
  const hasFormError = save.error && !isRefusedAsOutdated && fieldReasons(save.error).length === 0
  const end = useRef<HTMLDivElement>(null)
  const isRefusedBesideButton = isRefusedAsOutdated || hasFormError
  // The dialog is taller than the window: what appears above its button pushes the button out of view.
  useEffect(() => {
    if (isRefusedBesideButton) end.current?.scrollIntoView({ block: 'nearest' })
  }, [isRefusedBesideButton])
  return (
    <form noValidate onSubmit={handleSubmit((fields) => save.mutate(fields))} className="grid gap-field">
      <ErrorSummary labels={correctionLabels} errors={formState.errors} submitCount={formState.submitCount} />
      <CorrectionFields form={form} opened={opened} shown={shown} />
      <div ref={end} className="grid gap-field">
        {isOutdated && <Outdated error={load.error} busy={load.isPending} onLoad={() => load.mutate()} />}
        {hasFormError && <Notice tone="failed">{reasonOf(save.error)}</Notice>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={save.isPending} busyLabel={messages.correctProfile.busy}>
            Save
          </Button>
        </div>
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
