import { endpoints } from '@bank/contract/endpoints'
import type { PotForm } from '@bank/contract/pots/form'
import type { PotView } from '@bank/contract/pots/view'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { fieldReasons, reasonOf } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { type LockQuestion, LockQuestionPanel, useLockQuestion } from './lock-question.tsx'
import { PotFields, type PotTexts, potBody, usePotForm } from './pot-fields.tsx'
import { refreshPots } from './pots.ts'

type Props = { pot: PotView; onClose: () => void }

/** Changes a pot's name, goal and days. */
export function ChangePotDialog({ open, pot, onClose }: Props & { open: boolean }) {
  const question = useLockQuestion(pot.lockedUntil)
  const close = () => {
    question.cancel()
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title={question.title ?? 'Change pot'}>
      <ChangeForm pot={pot} question={question} onClose={close} />
      {question.title && <LockQuestionPanel question={question} />}
    </Dialog>
  )
}

function ChangeForm({ pot, question, onClose }: Props & { question: LockQuestion }) {
  const client = useQueryClient()
  const form = usePotForm(pot)
  const change = useMutation({
    mutationFn: (fields: PotForm) =>
      announce(
        call(endpoints.changePot, { params: { id: pot.id }, body: potBody(fields) }),
        { busy: 'Changing pot...', done: 'Pot changed' },
        `pot ${pot.id}`,
      ),
    onSuccess: onClose,
    onError: (error) => {
      for (const { field, reason } of fieldReasons(error))
        form.setError(field as keyof PotTexts, { message: reason }, { shouldFocus: true })
    },
    onSettled: () => refreshPots(client),
  })
  const hasFormError = change.error && fieldReasons(change.error).length === 0
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((fields) =>
        question.askBefore(fields.lockedUntil, () => change.mutate(fields)),
      )}
      hidden={question.title !== undefined}
      className="grid gap-field"
    >
      {hasFormError && <Notice tone="failed">{reasonOf(change.error)}</Notice>}
      <PotFields
        form={form}
        currency={pot.currency}
        goal={pot.goal ?? undefined}
        lockHint="You can extend a lock, but not shorten it."
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={change.isPending} busyLabel="Saving…">
          Save
        </Button>
      </div>
    </form>
  )
}
