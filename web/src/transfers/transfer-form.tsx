import { pages } from '@bank/contract/pages'
import type { MeView } from '@bank/contract/profile/view'
import type { TransferForm as Transfer } from '@bank/contract/transfers/form'
import { useEffect, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { AccountPicker } from '../accounts/account-picker.tsx'
import { partnersOf, useAccounts } from '../accounts/accounts.ts'
import { useLinkTo } from '../api/chosen-account.ts'
import { resolverOf } from '../api/rules-resolver.ts'
import { isPayeeField } from '../beneficiaries/beneficiaries.ts'
import { besideSlip } from '../sending/slip.tsx'
import { transferOf } from '../sending/transfer-name.ts'
import { useKeptDraft } from '../sessions/drafts.ts'
import { useSurvivingDraft } from '../sessions/surviving-draft.ts'
import { deferred } from '../ui/deferred.tsx'
import { fetchWhenIdle } from '../ui/fetch-when-idle.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { DetailsStep } from './details-step.tsx'
import { hasOwnBankFields, isBankField } from './own-bank.ts'
import { isTyped, payeeIn, someoneHere, someoneNew, usePayees } from './payees.ts'
import { emptyTransfer, type TransferField, type TransferFields, transferRules } from './transfer-fields.ts'
import { UnsentSlip } from './transfer-slip.tsx'
import { TransferSteps } from './transfer-steps.tsx'
import { useConfirmTransfer } from './use-confirm-transfer.ts'
import { useFilledInPayee } from './use-filled-in-payee.ts'
import { useUncertainTransfer } from './use-uncertain-transfer.ts'

/** Never kept. */
const secrets = ['transaction_pin'] as const

const headings = {
  payee: pages.transfer.title,
  details: pages.transfer.title,
  review: 'Check your transfer',
  checking: 'We’re checking this transfer',
} as const

/** The payee, the details and the review of one transfer: one form that stays mounted while its steps change with the URL. */
export function TransferForm({ me }: { me: MeView }) {
  const navigate = useNavigate()
  const linkTo = useLinkTo()
  const choicePath = linkTo('transfer')
  const draft = transferOf(me.account)
  const params = new URLSearchParams(useLocation().search)
  const to = params.get('to')
  const isReviewing = params.get('step') === 'review'
  const rules = useMemo(() => transferRules(me), [me])
  const kept = useKeptDraft<TransferFields>(draft)
  const form = useForm<TransferFields, unknown, Transfer>({
    resolver: resolverOf(rules.form),
    defaultValues: { ...emptyTransfer, ...(to === null || to === kept?.payee ? kept : { payee: to }) },
    // The summary takes the focus, and leads to each field.
    shouldFocusError: false,
  })
  const isRestored = useSurvivingDraft(draft, form, { subject: 'payee', secrets })
  const earlier = useUncertainTransfer(me)
  const { confirm, offlineNotice, isSending, uncertainId, askNow } = useConfirmTransfer(
    me,
    form,
    earlier.dismiss,
  )
  const { payees } = usePayees()
  const { data: accounts = [] } = useAccounts()
  const hasPartner = partnersOf(me.account, accounts).length > 0
  const asksPayee = useFixedForVisit(!isReviewing && to === null && (payees.length > 0 || hasPartner))
  const payee = useFilledInPayee(form, isReviewing || asksPayee ? null : (to ?? someoneNew))

  // Read from the form, so that the reviewed transfer is the sent one, also after Back and Forward.
  const reviewed = isReviewing && isRestored ? rules.review.safeParse(form.getValues()) : undefined
  const isRefusedReview = reviewed?.success === false
  const own = isReviewing && !isRefusedReview ? 'review' : asksPayee ? 'payee' : 'details'
  const step = uncertainId ? 'checking' : own
  const isChoiceLoading = to !== null && !isTyped(to) && !payee

  useEffect(() => fetchWhenIdle(fetchReview, fetchCheck), [])
  useEffect(() => {
    if (isRefusedReview) navigate(choicePath, { replace: true })
  }, [isRefusedReview, navigate, choicePath])

  /** The form on which a field is changed: of a chosen payee only the rest is open, of this bank nothing of the bank. */
  function changePath(field: TransferField): string {
    const unchanged = isPayeeField(field) ? undefined : payeeIn(form.getValues(), payees)
    const isHere = hasOwnBankFields(form.getValues()) && !isBankField(field)
    return linkTo('transfer', { to: unchanged?.id ?? (isHere ? someoneHere : someoneNew) })
  }
  function startNew() {
    earlier.settle()
    form.reset(emptyTransfer)
    navigate(choicePath)
  }
  const unfinishedFor = (id: string) => (form.getValues('payee') === id ? form.getValues('account_name') : '')

  return (
    <>
      <PageHeading hasErrors={step === 'details' && Object.keys(form.formState.errors).length > 0}>
        {headings[step]}
      </PageHeading>
      <TransferSteps current={step === 'payee' || step === 'details' ? 'Details' : 'Review'} />
      {(step === 'payee' || step === 'details') && <AccountPicker />}
      {step !== 'checking' && earlier.id && !isSending && (
        <EarlierTransfer id={earlier.id} onStartNew={startNew} />
      )}
      {step === 'payee' && (
        <div data-script={choosePayeeFile} className="@container">
          <div className={besideSlip}>
            <ChoosePayee
              placeholder={<Skeleton className="h-96 rounded-card" />}
              unfinishedFor={unfinishedFor}
              // Only a form with a name is gone on with.
              onTyped={(id) => unfinishedFor(id) || form.reset(emptyTransfer)}
              ownTransferFrom={hasPartner ? me.account.number : undefined}
            />
            <UnsentSlip account={me.account} fields={emptyTransfer} amountMinor={undefined} isBeside />
          </div>
        </div>
      )}
      {step !== 'payee' && isChoiceLoading && <LoadingText />}
      {step !== 'payee' && !isChoiceLoading && (
        <DetailsStep
          me={me}
          form={form}
          payee={payee}
          isHere={to === someoneHere}
          hidden={step !== 'details'}
        />
      )}
      {step === 'review' && !reviewed && <Skeleton className="h-160 rounded-card" />}
      {step === 'review' && reviewed?.data && (
        <ReviewStep
          placeholder={<Skeleton className="h-160 rounded-card" />}
          form={form}
          reviewed={reviewed.data}
          me={me}
          accounts={accounts}
          changePath={changePath}
          notice={offlineNotice ?? form.formState.errors.root?.message}
          isSending={isSending}
          onConfirm={confirm}
        />
      )}
      {uncertainId && <TransferCheck placeholder={<LoadingText />} id={uncertainId} onAskNow={askNow} />}
    </>
  )
}

/** A condition as it was when the page was navigated to: a form in use is not replaced when it changes. */
function useFixedForVisit(condition: boolean): boolean {
  const { key } = useLocation()
  const [fixed, setFixed] = useState({ key, condition })
  if (fixed.key === key) return fixed.condition
  setFixed({ key, condition })
  return condition
}

// Needed only after a reload in the middle of a transfer.
const EarlierTransfer = deferred(async () => (await import('./earlier-transfer.tsx')).EarlierTransfer)
// Fetched only for a customer with payees.
const choosePayeeFile = 'src/transfers/choose-payee.tsx'
const ChoosePayee = deferred(async () => (await import('./choose-payee.tsx')).ChoosePayee, {
  isInFirstView: true,
})
const fetchReview = () => import('./review-step.tsx')
const ReviewStep = deferred(async () => (await fetchReview()).ReviewStep)
// Fetched when idle: it is shown when the bank cannot be reached.
const fetchCheck = () => import('../sending/transfer-check.tsx')
const TransferCheck = deferred(async () => (await fetchCheck()).TransferCheck)
