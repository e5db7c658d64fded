import type { AccountView } from '@bank/contract/accounts/view'
import { linkTo, pages } from '@bank/contract/pages'
import type { TransferForm as Transfer } from '@bank/contract/transfers/form'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { BalanceAfter } from './balance-after.tsx'
import { PaidToday } from './paid-today.tsx'
import { arrivalOf, PayeeCheck } from './payee-check.tsx'
import { PinInput } from './pin-input.tsx'
import { type FieldLink, labels, type TransferField, type TransferFields } from './transfer-fields.ts'
import { TransferReview } from './transfer-review.tsx'

/**
 * The second step of a transfer: the review, and the button that sends it. It asks for the PIN again when that was refused, or
 * was lost by a reload or the end of a session.
 */
export function ReviewStep({
  form,
  reviewed,
  account,
  accounts,
  changePath,
  notice,
  isSending,
  onConfirm,
}: {
  form: UseFormReturn<TransferFields, unknown, Transfer>
  /** What is shown is what is sent, also when something else changed the hidden fields meanwhile, such as autofill. */
  reviewed: Transfer
  account: AccountView
  /** All accounts of the customer. */
  accounts: readonly AccountView[]
  /** The address of the form on which a field is changed. */
  changePath: (field: TransferField) => string
  /** Why it could not be sent. */
  notice: string | undefined
  isSending: boolean
  onConfirm: (transfer: Transfer) => void
}) {
  const { errors } = form.formState
  const pinError = errors.transaction_pin
  const [asksPin, setAsksPin] = useState(() => !form.getValues('transaction_pin'))
  if (pinError && !asksPin) setAsksPin(true)
  const isOwn = accounts.some(({ number, iban }) => [number, iban].includes(reviewed.account_number))
  const { setFocus } = form
  useEffect(() => {
    if (pinError) setFocus('transaction_pin')
  }, [pinError, setFocus])
  const refused = (Object.keys(labels) as TransferField[]).filter(
    (name) => name !== 'transaction_pin' && errors[name],
  )
  return (
    <form
      method="post"
      noValidate
      aria-label="Confirm transfer"
      onSubmit={form.handleSubmit(({ transaction_pin }) => onConfirm({ ...reviewed, transaction_pin }))}
      className="grid items-start gap-section xl:grid-cols-[560px_minmax(0,22rem)]"
    >
      <Card className="max-w-form">
        <TransferReview form={reviewed} currency={account.currency} changePath={changePath} />
      </Card>
      <div className="grid max-w-form gap-field xl:sticky xl:top-[calc(var(--bar-height)+32px)]">
        <BalanceAfter
          // What goes to an account of the customer's own is not rounded up.
          account={isOwn ? { ...account, roundUpPot: null } : account}
          amountMinor={reviewed.amount}
          arrival={arrivalOf(reviewed)}
          warns={!errors.amount}
        />
        <div className="grid gap-3">
          <PayeeCheck form={reviewed} />
          <PaidToday form={reviewed} />
        </div>
        {refused.map((field) => (
          <Notice key={field} tone="failed">
            <p>Nothing was sent. {errors[field]?.message}</p>
            <Link
              to={changePath(field)}
              state={{ field, isChange: true } satisfies FieldLink}
              className="link-alone"
            >
              Change {labels[field].toLowerCase()}
            </Link>
            {errors[field]?.type?.includes('guard_') && (
              <Link to={linkTo('limits')} className="link-alone ms-4">
                {pages.limits.title}
              </Link>
            )}
          </Notice>
        ))}
        {notice && <Notice tone="failed">{notice}</Notice>}
        {asksPin && (
          <PinInput
            {...form.register('transaction_pin')}
            label={labels.transaction_pin}
            error={pinError?.message}
          />
        )}
        <Button type="submit" wide busy={isSending} busyLabel="Sending…">
          Confirm transfer
        </Button>
      </div>
    </form>
  )
}
