import type { ReasonReader } from '@bank/contract/admin/reason-reader'
import { type ReasonForm as Reason, reasonForm, reasonLengthMax } from '@bank/contract/rules/reason'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FailureNotice } from '../../api/failure-notice.tsx'
import { useRequestForm } from '../../api/use-request-form.ts'
import { useDraft, useKeptDraft } from '../../sessions/drafts.ts'
import { dropDraft } from '../../sessions/kept-drafts.ts'
import type { ButtonLook } from '../../ui/button.tsx'
import { Dialog } from '../../ui/deferred-dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import type { DialogState } from '../../ui/dialog-props.ts'
import { Input } from '../../ui/input.tsx'
import { replacingId, toast } from '../../ui/toast.ts'
import { readerTexts } from '../reason-field.tsx'
import { refreshPanel } from '../refresh-panel.ts'

type Act<Outcome> = {
  /** Says what is done to whom. What is typed is kept under it as a draft, and it has one toast. */
  purpose: string
  act: (reason: Reason) => Promise<Outcome>
  /** Who reads the reason. */
  reader?: ReasonReader
  action: string
  busyLabel: string
  look?: ButtonLook
  /** Says what was done. */
  onDone: (outcome: Outcome) => void
  /** The toast when it fails. */
  failed: string
}

/** Asks why an administrator acts on a user, below `children`, and carries the act out. `instead` takes the place of the question. */
export function ReasonDialog<Outcome>({
  title,
  description,
  open,
  onClose,
  children,
  instead,
  ...form
}: DialogState &
  Act<Outcome> & {
    title: string
    description: string
    children?: ReactNode
    instead?: (close: () => void) => ReactNode
  }) {
  const close = () => {
    dropDraft(form.purpose)
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title={title} description={description}>
      {children}
      {instead ? instead(close) : <ReasonForm {...form} onClose={close} />}
    </Dialog>
  )
}

function ReasonForm<Outcome>({
  purpose,
  act,
  reader = 'staff',
  action,
  busyLabel,
  look,
  onDone,
  failed,
  onClose,
}: Act<Outcome> & { onClose: () => void }) {
  const client = useQueryClient()
  const { form, field, onSubmit, failure, isPending } = useRequestForm(
    reasonForm,
    { defaultValues: { reason: '', ...useKeptDraft<Reason>(purpose) } },
    {
      mutationFn: act,
      onSuccess: (outcome) => {
        onDone(outcome)
        onClose()
      },
      onError: () => void toast.error(failed, { id: replacingId(purpose) }),
      // After a failure, too: another administrator, or the user, may have done it.
      onSettled: () => void refreshPanel(client),
    },
  )
  useDraft(purpose, form.getValues)
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-field">
      <FailureNotice error={failure} />
      <Input
        label="Reason"
        hint={`${readerTexts[reader]} Up to ${reasonLengthMax} characters.`}
        autoComplete="off"
        data-first-focus
        {...field('reason')}
      />
      <DialogActions
        onCancel={onClose}
        action={action}
        busyLabel={busyLabel}
        isBusy={isPending}
        look={look}
      />
    </form>
  )
}
