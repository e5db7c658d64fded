import type { AccountView } from '@bank/contract/accounts/view'
import { endpoints } from '@bank/contract/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import type { Advice } from '../api/advice-after.ts'
import { call } from '../api/call.ts'
import { choiceOf } from '../api/chosen-account.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { useCreateOnce } from '../sessions/use-create-once.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogActions } from '../ui/dialog-actions.tsx'
import type { DialogState } from '../ui/dialog-props.ts'
import { Notice } from '../ui/notice.tsx'
import { LockQuestionPanel, useLockQuestion } from './lock-question.tsx'
import { PotFields, potBody, potRules, textsOf } from './pot-fields.tsx'
import { refreshPots } from './pots.ts'

/** Opens a pot. Pressing the button several times opens one. */
export function OpenPotDialog({ open, account, onClose }: DialogState & { account: AccountView }) {
  const client = useQueryClient()
  const question = useLockQuestion()
  const { form, field, failure, isPending, mayRepeat, mutate } = useCreateOnce(
    `pot opening of ${account.number}`,
    potRules,
    { defaultValues: textsOf() },
    {
      create: (pot, openingId, signal) =>
        call(endpoints.openPot, {
          query: { account: choiceOf(account) },
          body: { ...potBody(pot), openingId },
          signal,
        }),
      texts: { busy: 'Opening pot...', done: 'Pot opened' },
      onSuccess: onClose,
      onSettled: () => refreshPots(client),
    },
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={question.title ?? 'Open a pot'}
      {...(!question.title && { description: 'It starts empty.' })}
    >
      <form
        noValidate
        onSubmit={form.handleSubmit((pot) => {
          // A double click is faster than the render that makes the button busy.
          if (!isPending) question.askBefore(pot.lockedUntil, () => mutate(pot))
        })}
        hidden={question.title !== undefined}
        className="grid gap-field"
      >
        {mayRepeat && (
          <Notice tone="pending">
            The bank did not answer when you last opened a pot. The same pot again is opened at most once.
          </Notice>
        )}
        <FailureNotice error={failure} advice={advice} />
        <PotFields
          form={form}
          field={field}
          currency={account.currency}
          lockHint="No money can be taken out before this day. You can extend the lock, but not shorten it."
        />
        <DialogActions onCancel={onClose} action="Open pot" busyLabel="Opening…" isBusy={isPending} />
      </form>
      {question.title && <LockQuestionPanel question={question} />}
    </Dialog>
  )
}

const advice: Advice = {
  opening_id_reused: 'Your last attempt has opened a pot with other values. It is in the list.',
  no_answer: 'The bank has not answered. Try again: one pot is opened at most.',
}
