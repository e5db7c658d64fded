import { endpoints } from '@bank/contract/endpoints'
import type { PotView } from '@bank/contract/pots/view'
import { useQueryClient } from '@tanstack/react-query'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { useRequestForm } from '../api/use-request-form.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogActions } from '../ui/dialog-actions.tsx'
import type { DialogState } from '../ui/dialog-props.ts'
import { LockQuestionPanel, useLockQuestion } from './lock-question.tsx'
import { PotFields, potBody, potRules, textsOf } from './pot-fields.tsx'
import { refreshPots } from './pots.ts'

/** Changes a pot's name, goal and days. */
export function ChangePotDialog({ open, pot, onClose }: DialogState & { pot: PotView }) {
  const client = useQueryClient()
  const question = useLockQuestion(pot.lockedUntil)
  const { form, field, failure, isPending, mutate } = useRequestForm(
    potRules,
    { defaultValues: textsOf(pot) },
    {
      mutationFn: (fields) =>
        announce(
          call(endpoints.changePot, { params: { id: pot.id }, body: potBody(fields) }),
          { busy: 'Changing pot...', done: 'Pot changed' },
          `pot ${pot.id}`,
        ),
      onSuccess: onClose,
      onSettled: () => refreshPots(client),
    },
  )
  return (
    <Dialog open={open} onClose={onClose} title={question.title ?? 'Change pot'}>
      <form
        noValidate
        onSubmit={form.handleSubmit((fields) => question.askBefore(fields.lockedUntil, () => mutate(fields)))}
        hidden={question.title !== undefined}
        className="grid gap-field"
      >
        <FailureNotice error={failure} />
        <PotFields
          form={form}
          field={field}
          currency={pot.currency}
          lockHint="You can extend a lock, but not shorten it."
        />
        <DialogActions onCancel={onClose} action="Save" busyLabel="Saving…" isBusy={isPending} />
      </form>
      {question.title && <LockQuestionPanel question={question} />}
    </Dialog>
  )
}
