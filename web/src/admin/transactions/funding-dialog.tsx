import { reasonReaders } from '@bank/contract/admin/reason-reader'
import { fundingForm } from '@bank/contract/admin/transactions/form'
import { fundingReasons } from '@bank/contract/admin/transactions/usual-reasons'
import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { messageOf } from '@bank/contract/errors'
import { formatMoney } from '@bank/contract/format-money'
import { doneText, staffTexts } from '@bank/contract/toast-texts/staff'
import { typedAmount } from '@bank/contract/typed-amount'
import { balanceAfter, fitsInt64, formatMinor, minorOf } from '@bank/ledger/money'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Advice } from '../../api/advice-after.ts'
import { call } from '../../api/call.ts'
import { choiceOf } from '../../api/chosen-account.ts'
import { FailureNotice } from '../../api/failure-notice.tsx'
import { hasActedBefore } from '../../api/idempotency-key.ts'
import { isProblem, reasonOf } from '../../api/problem.ts'
import { useDraft, useKeptDraft } from '../../sessions/drafts.ts'
import { dropDraft } from '../../sessions/kept-drafts.ts'
import { useCreateOnce } from '../../sessions/use-create-once.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/deferred-dialog.tsx'
import type { DialogState } from '../../ui/dialog-props.ts'
import { Input } from '../../ui/input.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { hasSeveralAccounts, userAccountKey } from '../chosen-account.ts'
import { useReason } from '../reason-field.tsx'
import { refreshPanel } from '../refresh-panel.ts'

/** Credits an amount to the account of a customer that the page is about. Pressing the button several times credits it once. */
export function FundingDialog({ user, open, onClose }: DialogState & { user: UserDetailsView }) {
  const { id, account } = user
  const { currency } = account
  const client = useQueryClient()
  const purpose = `funding of ${userAccountKey(user)}`
  const close = () => {
    dropDraft(purpose)
    onClose()
  }
  const why = useReason(fundingReasons, reasonReaders.account_funded)
  // The amount that was funded a moment ago: the next press funds it again.
  const [knownAmount, setKnownAmount] = useState<bigint>()
  const { form, field, failure, isPending, mayRepeat, mutate } = useCreateOnce(
    purpose,
    fundingForm,
    { defaultValues: { amount: '', reference: '', ...useKeptDraft<Draft>(purpose) } },
    {
      create: ({ amount, reference }, transactionId, signal) =>
        call(endpoints.fundAccount, {
          params: { id },
          query: { account: choiceOf(account) },
          body: {
            transactionId,
            amount: formatMinor(amount),
            reason: why.reason!,
            ...(reference && { reference }),
            ...(amount === knownAmount && { again: true }),
          },
          signal,
        }),
      texts: { ...staffTexts.fund, done: (answer) => doneText(answer, staffTexts.fund) },
      onSuccess: () => {
        void refreshPanel(client)
        close()
      },
      onError: (error, { amount }) => {
        if (isFundedAlready(error)) setKnownAmount(amount)
        if (hasActedBefore(error)) void refreshPanel(client)
      },
    },
  )
  useDraft(purpose, form.getValues)
  const typed = useWatch({ control: form.control, name: 'amount' })
  const waits = waitsForApproval(user, typed)
  const asksAgain = isFundedAlready(failure) && typedAmount(typed) === knownAmount
  function send(values: z.output<typeof fundingForm>) {
    if (isAboveLimit(user, values.amount)) {
      form.setError('amount', { message: limitOf(user) }, { shouldFocus: true })
    } else if (why.isRight()) mutate(values)
  }
  return (
    <Dialog open={open} onClose={close} title="Fund account" description={descriptionOf(user)}>
      <form noValidate onSubmit={form.handleSubmit(send)} className="grid gap-field">
        {mayRepeat && (
          <Notice tone="pending">
            The bank did not answer your last funding of this account. The same amount counts as that funding
            and is booked at most once.
          </Notice>
        )}
        {asksAgain && (
          <Notice tone="pending">
            <span className="wrap-anywhere">{reasonOf(failure)}.</span>
          </Notice>
        )}
        <FailureNotice error={isFundedAlready(failure) ? null : failure} advice={advice} />
        <MoneyInput
          label="Amount"
          currency={currency}
          echo="You are adding"
          typed={typed}
          hint={limitOf(user)}
          data-first-focus
          {...field('amount')}
        />
        {why.field}
        <Input
          label="Reference"
          optional
          hint="Such as the number of the incoming payment"
          autoComplete="off"
          {...field('reference')}
        />
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 text-table tabular">
          <dt className="text-muted-foreground">Balance now</dt>
          <dd className="text-end">{formatMoney(account.balance, currency)}</dd>
          <dt className="text-label">After this funding</dt>
          <dd className="text-end text-label">{balanceAfterFunding(user, typed)}</dd>
        </dl>
        {waits && (
          <Notice tone="pending">
            Above {formatMoney(user.approvalAbove!, currency)} a second person must approve a funding. Nothing
            is booked until then.
          </Notice>
        )}
        <Button type="submit" wide busy={isPending} busyLabel={staffTexts.fund.busy}>
          {waits ? 'Ask for approval' : asksAgain ? 'Fund again' : 'Fund account'}
        </Button>
      </form>
    </Dialog>
  )
}

type Draft = { amount: string; reference: string }

function isFundedAlready(error: unknown): boolean {
  return isProblem(error) && error.code === 'funded_already'
}

function descriptionOf(user: UserDetailsView): string {
  const { name, account } = user
  const whose = hasSeveralAccounts(user) ? `Account ${account.number} of ${name}` : `The account of ${name}`
  // It can be funded all the same (departure 9), which should not happen by mistake.
  return account.isActive ? whose : `${whose}, which is not active: the customer cannot send the money yet`
}

const advice: Advice = {
  id_reused:
    'Your last funding of this account was booked with another amount. Look at the balance before you fund again.',
  no_answer: 'The bank has not answered. Try again: the account is funded at most once.',
}

/** The same words as the refusal of more. */
function limitOf({ fundingLimit, account }: UserDetailsView): string {
  return messageOf('funding_limit_exceeded', { limit: formatMoney(fundingLimit, account.currency) })
}

/** The balance after a funding; a dash for an amount that the bank would refuse. */
function balanceAfterFunding(user: UserDetailsView, typed: string): string {
  const amount = typedAmount(typed)
  if (amount === undefined || isAboveLimit(user, amount)) return '–'
  const { balance, currency } = user.account
  const after = balanceAfter(balance, amount)
  return fitsInt64(after) ? formatMoney(formatMinor(after), currency) : '–'
}

/** Whether a funding of what is typed waits for a second person. */
function waitsForApproval({ approvalAbove }: UserDetailsView, typed: string): boolean {
  const amount = typedAmount(typed)
  return approvalAbove !== null && amount !== undefined && amount > minorOf(approvalAbove)
}

function isAboveLimit({ fundingLimit }: UserDetailsView, amount: bigint): boolean {
  return amount > minorOf(fundingLimit)
}
