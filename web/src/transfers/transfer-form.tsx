import { pages } from '@bank/contract/pages'
import type { MeView } from '@bank/contract/profile/view'
import type { TransferForm as Transfer } from '@bank/contract/transfers/form'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { useAccountPath } from '../accounts/account-in-url.ts'
import { AccountPicker } from '../accounts/account-picker.tsx'
import { partnersOf, useAccounts } from '../accounts/accounts.ts'
import { useKeptDraft, useSurvivingDraft } from '../sessions/drafts.ts'
import { storeOpenDraft } from '../sessions/kept-drafts.ts'
import { deferred } from '../ui/deferred.tsx'
import { fetchWhenIdle } from '../ui/fetch-when-idle.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TypedBalanceAfter } from './balance-after.tsx'
import { DetailsStep } from './details-step.tsx'
import { detailsPath, payeeIn, someoneNew, usePayees } from './payees.ts'
import { transferOf } from './send-transfer.ts'
import {
  emptyTransfer,
  isPayeeField,
  payeeFields,
  paymentFields,
  reviewRules,
  type TransferField,
  type TransferFields,
  transferRules,
} from './transfer-fields.ts'
import { TransferSteps } from './transfer-steps.tsx'
import { fetchAdvice, useConfirmTransfer } from './use-confirm-transfer.ts'
import { useEarlierTransfer } from './use-earlier-transfer.ts'
import { useFilledInPayee } from './use-filled-in-payee.ts'

const headings = {
  payee: pages.transfer.title,
  details: pages.transfer.title,
  review: 'Check your transfer',
  checking: 'We’re checking this transfer',
} as const

/** The payee, the details and the review of one transfer: one form that stays mounted while its steps change with the URL. */
export function TransferForm({ me }: { me: MeView }) {
  const navigate = useNavigate()
  const path = useAccountPath()
  const choicePath = path('/transfer')
  const draft = transferOf(me.account)
  const params = new URLSearchParams(useLocation().search)
  const to = params.get('to')
  const isReviewing = params.get('step') === 'review'
  const rules = useMemo(() => transferRules(me), [me])
  const form = useForm<TransferFields, unknown, Transfer>({
    resolver: standardSchemaResolver(rules),
    defaultValues: { ...emptyTransfer, ...useKeptDraft<TransferFields>(draft) },
    // The summary takes the focus, and leads to each field.
    shouldFocusError: false,
  })
  const { isRestored, keep } = useSurvivingDraft(draft, form, ['transaction_pin'])
  const earlier = useEarlierTransfer(me)
  const { confirm, notice, isSending, uncertainId, askNow } = useConfirmTransfer(me, form, earlier.dismiss)
  const { payees } = usePayees()
  const payee = useFilledInPayee(form, to)
  const { data: accounts = [] } = useAccounts()
  const hasPartner = partnersOf(me.account, accounts).length > 0
  const asksPayee = useFixedForVisit(!isReviewing && to === null && (payees.length > 0 || hasPartner))

  // Read from the form, so that the reviewed transfer is the sent one, also after Back and Forward.
  const reviewed = isReviewing && isRestored ? reviewRules(rules).safeParse(form.getValues()) : undefined
  const isRefusedReview = reviewed?.success === false
  const own = isReviewing && !isRefusedReview ? 'review' : asksPayee ? 'payee' : 'details'
  const step = uncertainId ? 'checking' : own
  const isChoiceLoading = to !== null && to !== someoneNew && !payee

  useEffect(() => fetchWhenIdle(fetchConfirmation, fetchAdvice, fetchCheck), [])
  useEffect(() => {
    if (isRefusedReview) navigate(choicePath, { replace: true })
  }, [isRefusedReview, navigate, choicePath])
  useEffect(() => {
    if (step === 'review' && isRestored) keep()
  }, [step, isRestored, keep])

  /** The form on which a field is changed: of a chosen payee only the rest is open. */
  function changePath(field: TransferField): string {
    const unchanged = isPayeeField(field) ? undefined : payeeIn(form.getValues(), payees)
    return path(detailsPath(unchanged?.id ?? someoneNew))
  }
  function startNew() {
    earlier.settle()
    form.reset(emptyTransfer)
    storeOpenDraft(draft, {})
    navigate(choicePath)
  }
  /** Someone new does not start with the details and the amount of a chosen payee; a payee that was typed stays. */
  function clearChosenPayee() {
    if (!payeeIn(form.getValues(), payees)) return
    for (const name of [...payeeFields, ...paymentFields]) form.setValue(name, '')
  }

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
        <div className="grid items-start gap-section xl:grid-cols-[560px_minmax(0,22rem)]">
          <Suspense fallback={<Skeleton className="h-96 max-w-form rounded-card" />}>
            <ChoosePayee
              unfinished={payeeIn(form.getValues(), payees) ? '' : form.getValues('account_name')}
              onNew={clearChosenPayee}
              ownTransferFrom={hasPartner ? me.account.number : undefined}
            />
          </Suspense>
          <div className="hidden xl:block">
            <TypedBalanceAfter account={me.account} control={form.control} />
          </div>
        </div>
      )}
      {step !== 'payee' && isChoiceLoading && <LoadingText />}
      {step !== 'payee' && !isChoiceLoading && (
        <DetailsStep me={me} form={form} payee={payee} hidden={step !== 'details'} />
      )}
      {step === 'review' && !reviewed && <Skeleton className="h-160 max-w-form rounded-card" />}
      {step === 'review' && reviewed?.data && (
        <TransferConfirmation
          placeholder={<Skeleton className="h-160 max-w-form rounded-card" />}
          form={form}
          reviewed={reviewed.data}
          account={me.account}
          changePath={changePath}
          notice={notice}
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
// Fetched only for a customer with payees, and rendered by the server for them: `deferred` would begin in the browser.
const ChoosePayee = lazy(async () => ({ default: (await import('./choose-payee.tsx')).ChoosePayee }))
const fetchConfirmation = () => import('./transfer-confirmation.tsx')
const TransferConfirmation = deferred(async () => (await fetchConfirmation()).TransferConfirmation)
// Fetched when idle: it is shown when the bank cannot be reached.
const fetchCheck = () => import('./transfer-check.tsx')
const TransferCheck = deferred(async () => (await fetchCheck()).TransferCheck)
