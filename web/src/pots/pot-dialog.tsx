import { type PotForm, potForm } from '@bank/contract/pots/form'
import type { PotView } from '@bank/contract/pots/view'
import { canonicalAmount } from '@bank/contract/typed-amount'
import { formatMinor } from '@bank/ledger/money'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import type { Advice } from '../api/advice-after.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import type { useRequestForm } from '../api/use-request-form.ts'
import { Dialog } from '../ui/deferred-dialog.tsx'
import { DialogActions } from '../ui/dialog-actions.tsx'
import type { DialogState } from '../ui/dialog-props.ts'
import { Input } from '../ui/input.tsx'
import { MoneyInput } from '../ui/money-input.tsx'
import { LockQuestionPanel, useLockQuestion } from './lock-question.tsx'

const orNull = (text: string): string | null | undefined => (text.trim() === '' ? null : text)
const { name, goal, targetDay, lockedUntil } = potForm.shape

/** The rules of the contract for typed texts: an empty optional field is null. */
export const potRules = z.object({
  name,
  goal: z.pipe(
    z.transform((text: string) => orNull(canonicalAmount(text))),
    goal,
  ),
  targetDay: z.pipe(z.transform(orNull), targetDay),
  lockedUntil: z.pipe(z.transform(orNull), lockedUntil),
})

/** A pot as its form shows it; without one, an empty form. */
export function textsOf(pot?: PotView): Record<keyof PotForm, string> {
  return {
    name: pot?.name ?? '',
    goal: pot?.goal ?? '',
    targetDay: pot?.targetDay ?? '',
    lockedUntil: pot?.lockedUntil ?? '',
  }
}

/** The form as it is sent. */
export function potBody({ goal, ...form }: PotForm) {
  return { ...form, goal: goal === null ? null : formatMinor(goal) }
}

/** The form of a pot's name, goal and days. It asks before a pot is locked, or locked for longer than `lockedUntil`. */
export function PotDialog({
  open,
  onClose,
  title,
  description,
  sending: { form, field, failure, isPending, mutate },
  currency,
  lockedUntil,
  lockHint,
  advice = {},
  action,
  busyLabel,
  children,
}: DialogState & {
  title: string
  description?: string
  sending: Pick<
    ReturnType<typeof useRequestForm<typeof potRules, unknown>>,
    'form' | 'field' | 'failure' | 'isPending'
  > & { mutate: (pot: PotForm) => void }
  currency: PotView['currency']
  lockedUntil?: string | null
  lockHint: string
  advice?: Advice
  action: string
  busyLabel: string
  /** Above the fields. */
  children?: ReactNode
}) {
  const question = useLockQuestion(lockedUntil)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={question.title ?? title}
      {...(!question.title && description && { description })}
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
        {children}
        <FailureNotice error={failure} advice={advice} />
        <Input label="Name" autoComplete="off" data-first-focus {...field('name')} />
        <MoneyInput
          label="Goal"
          optional
          currency={currency}
          echo="Goal:"
          typed={useWatch({ control: form.control, name: 'goal' })}
          {...field('goal')}
        />
        <Input type="date" label="Target day" optional {...field('targetDay')} />
        <Input type="date" label="Locked until" optional hint={lockHint} {...field('lockedUntil')} />
        <DialogActions onCancel={onClose} action={action} busyLabel={busyLabel} isBusy={isPending} />
      </form>
      {question.title && <LockQuestionPanel question={question} />}
    </Dialog>
  )
}
