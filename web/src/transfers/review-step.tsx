import type { AccountView } from '@bank/contract/accounts/view'
import { ibanIn } from '@bank/contract/iban'
import { linkTo, pages } from '@bank/contract/pages'
import type { MeView } from '@bank/contract/profile/view'
import { routingNumberWarning, swiftCodeWarning } from '@bank/contract/transfers/bank-codes'
import type { TransferForm as Transfer } from '@bank/contract/transfers/form'
import { useEffect, useRef, useState } from 'react'
import type { FieldErrors, UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import { PinInput } from '../pins/pin-input.tsx'
import { readWhen, whenText } from '../schedules/typed-when.ts'
import { besideSlip, revealFocused, StepButton } from '../sending/slip.tsx'
import { Card } from '../ui/card.tsx'
import { useAmountsHidden } from '../ui/hidden-amounts.ts'
import { Notice } from '../ui/notice.tsx'
import { hasOwnBankFields } from './own-bank.ts'
import { PaidToday } from './paid-today.tsx'
import { arrivalOf, PayeeCheck } from './payee-check.tsx'
// Loaded with the review: nothing is fetched once Confirm was pressed.
import './send-transfer.ts'
import { shortageIn } from './sendable.ts'
import { type FieldLink, labels, type TransferField, type TransferFields } from './transfer-fields.ts'
import { UnsentSlip } from './transfer-slip.tsx'
import { useConfirmSchedule } from './use-confirm-schedule.ts'

/**
 * The second step of a transfer: the review, and the button that sends it. It asks for the PIN again when that was refused, or
 * was lost by a reload or the end of a session.
 */
export function ReviewStep({
  form,
  reviewed,
  me,
  accounts,
  changePath,
  notice,
  isSending,
  onConfirm,
}: {
  form: UseFormReturn<TransferFields, unknown, Transfer>
  /** What is shown is what is sent, also when something else changed the hidden fields meanwhile, such as autofill. */
  reviewed: Transfer
  me: MeView
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
  const { account } = me
  const texts = form.getValues()
  const read = texts.repeat ? readWhen(texts) : undefined
  const when = read && 'when' in read ? read.when : undefined
  const schedule = useConfirmSchedule(me, form)
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
  // It does not block: money may be on its way. Once the bank has said how much can be sent, that is enough.
  const shortage = shortageIn(account, reviewed.amount, useAmountsHidden())
  const remarks = useRef<HTMLDivElement>(null)
  const isRefused = refused.length > 0 || notice !== undefined
  useEffect(() => {
    if (isRefused) remarks.current?.scrollIntoView({ block: 'center', behavior: 'instant' })
  }, [isRefused])
  // Restored from a draft: it is not sent now instead.
  if (read && !when) return <UnclearDays path={changePath('amount')} />
  return (
    <form
      method="post"
      noValidate
      aria-label="Confirm transfer"
      onSubmit={form.handleSubmit(({ transaction_pin }) => {
        const transfer = { ...reviewed, transaction_pin }
        if (!when) onConfirm(transfer)
        else if (!schedule.isPending) schedule.mutate({ transfer, when })
      })}
      onFocus={revealFocused}
      className="@container"
    >
      <div className={besideSlip}>
        {/* Before the slip: on a phone a doubt about the payee is seen before the button at the foot of the screen is pressed. */}
        <Card className="grid min-w-0 gap-1">
          <h2 className="text-h2">Is everything right?</h2>
          <p className="text-table text-muted-foreground">Nothing is sent before you confirm.</p>
          {/* What checks a transfer is there from the start, empty until it has something to say. */}
          <div ref={remarks} className="grid *:not-empty:mt-3">
            <PayeeCheck form={reviewed} account={account} />
            {!when && <PaidToday form={reviewed} />}
            <CodeWarnings form={reviewed} />
            {shortage && !when && !errors.amount && <Notice tone="pending">{shortage}</Notice>}
            <RefusedFields refused={refused} errors={errors} changePath={changePath} />
            {notice && <Notice tone="failed">{notice}</Notice>}
            {asksPin && (
              <PinInput
                {...form.register('transaction_pin')}
                label={labels.transaction_pin}
                error={pinError?.message}
              />
            )}
          </div>
        </Card>
        <UnsentSlip
          fields={reviewed}
          // What goes to an account of the customer's own is not rounded up.
          account={isOwn ? { ...account, roundUpPot: null } : account}
          amountMinor={reviewed.amount}
          arrival={arrivalOf(reviewed, me.undoSeconds)}
          {...(when && { when: whenText(when, account.currency) })}
          corner={
            <Link
              to={changePath('amount')}
              state={{ field: 'amount', isChange: true } satisfies FieldLink}
              className="link-alone text-label"
            >
              Change this transfer
            </Link>
          }
        />
        <StepButton busy={isSending || schedule.isPending} busyLabel={when ? 'Scheduling…' : 'Sending…'}>
          {when ? 'Schedule payment' : 'Confirm transfer'}
        </StepButton>
      </div>
    </form>
  )
}

/** The fields that the bank refused, each with the way to change it. */
function RefusedFields({
  refused,
  errors,
  changePath,
}: {
  refused: readonly TransferField[]
  errors: FieldErrors<TransferFields>
  changePath: (field: TransferField) => string
}) {
  return refused.map((field) => (
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
  ))
}

/** In place of the review of a payment whose days are wrong. */
function UnclearDays({ path }: { path: string }) {
  return (
    <Notice tone="failed">
      <p>Nothing was sent. Check when it is to be paid.</p>
      <Link to={path} state={{ field: 'amount', isChange: true } satisfies FieldLink} className="link-alone">
        Change this transfer
      </Link>
    </Notice>
  )
}

/** Of bank codes that look wrong. They block nothing: codes of other countries exist. */
function CodeWarnings({ form }: { form: Transfer }) {
  if (hasOwnBankFields(form)) return null
  const warnings = [
    swiftCodeWarning(form.swift_code),
    // An IBAN as the account number is the routing number, too.
    ibanIn(form.account_number) === undefined && routingNumberWarning(form.routing_number),
  ].filter((warning) => typeof warning === 'string')
  if (warnings.length === 0) return null
  return (
    <Notice tone="pending">
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </Notice>
  )
}
