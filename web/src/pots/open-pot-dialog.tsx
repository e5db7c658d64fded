import type { AccountView } from '@bank/contract/accounts/view'
import { endpoints } from '@bank/contract/endpoints'
import type { PotForm } from '@bank/contract/pots/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccountChoice } from '../accounts/account-in-url.ts'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { hasActedBefore, type Intention, sendOnce, uncertainKey } from '../api/idempotency-key.ts'
import { fieldReasons, isProblem } from '../api/problem.ts'
import { requestTimeout } from '../api/request-outcome.ts'
import { useSignedIn } from '../sessions/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { type LockQuestion, LockQuestionPanel, useLockQuestion } from './lock-question.tsx'
import { PotFields, type PotTexts, potBody, usePotForm } from './pot-fields.tsx'
import { refreshPots } from './pots.ts'

type Props = { account: AccountView; onClose: () => void }

/** Opens a pot. Pressing the button several times opens one. */
export function OpenPotDialog({ open, account, onClose }: Props & { open: boolean }) {
  const question = useLockQuestion()
  const close = () => {
    question.cancel()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={question.title ?? 'Open a pot'}
      {...(!question.title && { description: 'It starts empty.' })}
    >
      <OpeningForm account={account} question={question} onClose={close} />
      {question.title && <LockQuestionPanel question={question} />}
    </Dialog>
  )
}

function OpeningForm({ account, question, onClose }: Props & { question: LockQuestion }) {
  const { user } = useSignedIn()
  const client = useQueryClient()
  const choice = useAccountChoice()
  const intention: Intention = { person: user.id, purpose: `pot opening of ${account.number}` }
  const form = usePotForm()
  const [isEarlierUncertain] = useState(() => uncertainKey(intention) !== null)
  const opening = useMutation({
    mutationFn: (pot: PotForm) =>
      announce(
        sendOnce(intention, (openingId) =>
          call(endpoints.openPot, {
            query: { account: choice },
            body: { ...potBody(pot), openingId },
            signal: requestTimeout(),
          }),
        ),
        { busy: 'Opening pot...', done: 'Pot opened' },
        'pot opening',
      ),
    onSuccess: onClose,
    onError: (error) => {
      for (const { field, reason } of fieldReasons(error))
        form.setError(field as keyof PotTexts, { message: reason }, { shouldFocus: true })
    },
    onSettled: () => refreshPots(client),
  })
  const hasFormError = opening.error && fieldReasons(opening.error).length === 0
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((pot) => {
        // A double click is faster than the render that makes the button busy.
        if (!opening.isPending) question.askBefore(pot.lockedUntil, () => opening.mutate(pot))
      })}
      hidden={question.title !== undefined}
      className="grid gap-field"
    >
      {isEarlierUncertain && opening.isIdle && (
        <Notice tone="pending">
          The bank did not answer when you last opened a pot. The same pot again is opened at most once.
        </Notice>
      )}
      {hasFormError && <Notice tone="failed">{adviceAfter(opening.error)}</Notice>}
      <PotFields
        form={form}
        currency={account.currency}
        lockHint="No money can be taken out before this day. You can extend the lock, but not shorten it."
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={opening.isPending} busyLabel="Opening…">
          Open pot
        </Button>
      </div>
    </form>
  )
}

/** The advice after a failed opening whose error is about no field. */
function adviceAfter(error: unknown): string {
  if (hasActedBefore(error)) return 'Your last attempt has opened a pot with other values. It is in the list.'
  return isProblem(error) ? error.detail : 'The bank has not answered. Try again: one pot is opened at most.'
}
