import { fundingForm } from '@bank/contract/admin/transactions/form'
import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { messageOf } from '@bank/contract/errors'
import { formatMoney } from '@bank/contract/format-money'
import { messages } from '@bank/contract/messages'
import { typedAmount } from '@bank/contract/rules/amount'
import { balanceAfter, fitsInt64, formatMinor, minorOf } from '@bank/ledger/money'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { choiceOf } from '../../accounts/account-in-url.ts'
import { announce } from '../../api/announce.ts'
import { call } from '../../api/call.ts'
import { hasActedBefore, type Intention, sendOnce, uncertainKey } from '../../api/idempotency-key.ts'
import { fieldReasons, isProblem } from '../../api/problem.ts'
import { requestTimeout } from '../../api/request-outcome.ts'
import { useDraft, useKeptDraft } from '../../sessions/drafts.ts'
import { dropDraft } from '../../sessions/kept-drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { hasSeveralAccounts, userAccountKey } from '../users/chosen-account.ts'
import { refreshUsers } from '../users/users.ts'

/** Credits an amount to the account of a customer that the page is about. Pressing the button several times credits it once. */
export function FundingDialog({
  user,
  by,
  open,
  onClose,
}: {
  user: UserDetailsView
  /** The id of the administrator who funds. */
  by: string
  open: boolean
  onClose: () => void
}) {
  const close = () => {
    dropDraft(purposeOf(user))
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title="Fund account" description={descriptionOf(user)}>
      <FundingForm user={user} by={by} onClose={close} />
    </Dialog>
  )
}

function FundingForm({ user, by, onClose }: { user: UserDetailsView; by: string; onClose: () => void }) {
  const { id, account } = user
  const { currency } = account
  const client = useQueryClient()
  const purpose = purposeOf(user)
  const intention: Intention = { person: by, purpose }
  const { register, handleSubmit, formState, setError, control, getValues } = useForm<
    { amount: string },
    unknown,
    { amount: bigint }
  >({
    resolver: standardSchemaResolver(fundingForm),
    defaultValues: { amount: '', ...useKeptDraft<{ amount: string }>(purpose) },
  })
  useDraft(purpose, getValues)
  const typed = useWatch({ control, name: 'amount' })
  const [isEarlierUncertain] = useState(() => uncertainKey(intention) !== null)
  const fund = useMutation({
    mutationFn: ({ amount }: { amount: bigint }) =>
      announce(
        sendOnce(intention, (transactionId) =>
          call(endpoints.fundAccount, {
            params: { id },
            query: { account: choiceOf(account) },
            body: { transactionId, amount: formatMinor(amount) },
            signal: requestTimeout(),
          }),
        ),
        messages.fund,
        purpose,
      ),
    onSuccess: () => {
      void refreshUsers(client)
      onClose()
    },
    onError: (error) => {
      if (hasActedBefore(error)) void refreshUsers(client)
      for (const { reason } of fieldReasons(error))
        setError('amount', { message: reason }, { shouldFocus: true })
    },
  })
  function send(form: { amount: bigint }) {
    if (!isAboveLimit(user, form.amount)) return fund.mutate(form)
    setError('amount', { message: limitOf(user) }, { shouldFocus: true })
  }
  const hasFormError = fund.error && fieldReasons(fund.error).length === 0
  return (
    <form noValidate onSubmit={handleSubmit(send)} className="grid gap-field">
      {isEarlierUncertain && fund.isIdle && (
        <Notice tone="pending">
          The bank did not answer your last funding of this account. The same amount counts as that funding
          and is booked at most once.
        </Notice>
      )}
      {hasFormError && <Notice tone="failed">{adviceAfter(fund.error)}</Notice>}
      <MoneyInput
        label="Amount"
        currency={currency}
        echo="You are adding"
        hint={limitOf(user)}
        error={formState.errors.amount?.message}
        data-first-focus
        {...register('amount')}
      />
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 text-table tabular">
        <dt className="text-muted-foreground">Balance now</dt>
        <dd className="text-end">{formatMoney(account.balance, currency)}</dd>
        <dt className="text-label">After this funding</dt>
        <dd className="text-end text-label">{balanceAfterFunding(user, typed)}</dd>
      </dl>
      <Button type="submit" wide busy={fund.isPending} busyLabel={messages.fund.busy}>
        Fund account
      </Button>
    </form>
  )
}

function descriptionOf(user: UserDetailsView): string {
  const { name, account } = user
  return hasSeveralAccounts(user) ? `Account ${account.number} of ${name}` : `The account of ${name}`
}

function purposeOf(user: UserDetailsView): string {
  return `funding of ${userAccountKey(user)}`
}

/** The advice after a failed funding whose error is about no field. */
function adviceAfter(error: unknown): string {
  if (hasActedBefore(error)) {
    return 'Your last funding of this account was booked with another amount. Look at the balance before you fund again.'
  }
  return isProblem(error)
    ? error.detail
    : 'The bank has not answered. Try again: the account is funded at most once.'
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

function isAboveLimit({ fundingLimit }: UserDetailsView, amount: bigint): boolean {
  return amount > minorOf(fundingLimit)
}
