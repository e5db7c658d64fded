import { endpoints } from '@bank/contract/endpoints'
import { answerLengthMax, supportAnswerForm } from '@bank/contract/support/form'
import type { SupportMessageView } from '@bank/contract/support/view'
import { timeOrderedId } from '@bank/contract/time-ordered-id'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { FailureNotice } from '../../api/failure-notice.tsx'
import { reasonOf } from '../../api/problem.ts'
import { useRequestForm } from '../../api/use-request-form.ts'
import { publicConfig } from '../../public-config.ts'
import { useDraft, useKeptDraft } from '../../sessions/drafts.ts'
import { dropDraft } from '../../sessions/kept-drafts.ts'
import { useSignedIn } from '../../sessions/session.ts'
import { Button } from '../../ui/button.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshPanel } from '../refresh-panel.ts'
import { useMay } from '../use-may.ts'

type Props = { message: SupportMessageView; onDone: () => void }

/** What the bank answered, who has taken the message, and the next answer. */
export function MessageAnswers({ message, onDone }: Props) {
  const { owner, answers } = message
  const me = useSignedIn().user.id
  const isOthers = owner !== null && owner.id !== me
  const mayAnswer = useMay()('answer_messages')
  return (
    <div className="grid gap-4">
      {answers.map(({ id, text, by, at }) => (
        <div key={id} className="grid gap-1 rounded-control bg-sunken p-4 text-table">
          <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
            {text}
          </p>
          <p className="text-caption text-muted-foreground">
            Answered by <bdi>{by.name}</bdi>, <DateText moment={at} time />
          </p>
        </div>
      ))}
      {owner && (
        <p className="text-table">
          Taken by <bdi className="font-semibold">{owner.name}</bdi>
          {isOthers && mayAnswer && '. Give it back first if they cannot answer it.'}
        </p>
      )}
      {!isOthers && mayAnswer && <AnswerForm message={message} onDone={onDone} />}
      {mayAnswer && <MessageMarks message={message} onDone={onDone} />}
    </div>
  )
}

/** Takes the message, gives it back, and marks it as answered or open. */
function MessageMarks({ message: { id, owner, answeredAt }, onDone }: Props) {
  const params = { id }
  return (
    <div className="flex flex-wrap gap-3">
      {owner ? (
        <ActButton texts={staffTexts.releaseMessage} act={() => call(endpoints.releaseMessage, { params })}>
          Give back
        </ActButton>
      ) : (
        <ActButton texts={staffTexts.takeMessage} act={() => call(endpoints.takeMessage, { params })}>
          Take
        </ActButton>
      )}
      {answeredAt ? (
        <ActButton
          texts={staffTexts.reopenMessage}
          act={() => call(endpoints.reopenMessage, { params })}
          onDone={onDone}
        >
          Reopen
        </ActButton>
      ) : (
        <ActButton
          texts={staffTexts.answerMessage}
          act={() => call(endpoints.markAnswered, { params })}
          onDone={onDone}
        >
          Mark as answered
        </ActButton>
      )}
    </div>
  )
}

function ActButton({
  texts,
  act,
  onDone,
  children,
}: {
  texts: { done: string; failed: string }
  act: () => Promise<unknown>
  onDone?: () => void
  children: string
}) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    onSuccess: () => {
      toast.success(texts.done)
      onDone?.()
    },
    onError: (error) => toast.error(texts.failed, { description: reasonOf(error) }),
    onSettled: () => refreshPanel(client),
  })
  return (
    <Button look="secondary" busy={isPending} onClick={() => mutate()}>
      {children}
    </Button>
  )
}

/** Writes an answer. After an unknown outcome the same text is sent under the same id, and so mailed once. */
function AnswerForm({ message: { id, email }, onDone }: Props) {
  const client = useQueryClient()
  const purpose = `answer to ${id}`
  const attempt = useRef({ text: '', answerId: '' })
  const { form, field, onSubmit, failure, isPending } = useRequestForm(
    supportAnswerForm,
    { defaultValues: { text: '', ...useKeptDraft<{ text: string }>(purpose) } },
    {
      mutationFn: ({ text }: { text: string }) => {
        if (attempt.current.text !== text) attempt.current = { text, answerId: timeOrderedId(new Date()) }
        return call(endpoints.answerMessage, { params: { id }, body: attempt.current })
      },
      onSuccess: () => {
        dropDraft(purpose)
        form.reset({ text: '' })
        if (publicConfig.mail) toast.success(staffTexts.sendAnswer.done)
        else toast.error(`Mail is off: the answer for ${email} is kept and was not sent`)
        onDone()
      },
      onError: () => void toast.error(staffTexts.sendAnswer.failed),
      onSettled: () => void refreshPanel(client),
    },
  )
  useDraft(purpose, form.getValues)
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-3">
      {!publicConfig.mail && (
        <Notice tone="pending">Mail is off: the answer will be kept, and not sent.</Notice>
      )}
      <FailureNotice error={failure} />
      <Textarea
        label="Answer"
        hint={`Goes to ${email}, up to ${answerLengthMax.toLocaleString('en-US')} characters.`}
        rows={4}
        {...field('text')}
      />
      <Button type="submit" wide busy={isPending} busyLabel="Sending…">
        Send answer
      </Button>
    </form>
  )
}
