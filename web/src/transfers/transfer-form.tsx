import type { SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import type { TransferForm as Transfer } from '@bank/contract/transfers/form'
import type { MeView, TransactionView } from '@bank/contract/views'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { meQuery } from '../accounts/me.ts'
import { isProblem } from '../api/problem.ts'
import { fieldsOf } from '../beneficiaries/beneficiaries.ts'
import { useDraft, useTyped } from '../sessions/drafts.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { fetchWhenIdle } from '../ui/fetch-when-idle.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AfterTransfer } from './after-transfer.tsx'
import { TransferDetails } from './transfer-details.tsx'
import {
  emptyTransfer,
  labels,
  type TransferField,
  type TransferFields,
  transferRules,
} from './transfer-fields.ts'
import { useTransferId } from './transfer-id.ts'
import { TransferSteps } from './transfer-steps.tsx'
import { useSendTransfer } from './use-send-transfer.ts'

const headings = {
  details: 'Funds Transfer',
  review: 'Check your transfer',
  checking: "We're checking this transfer",
} as const

/** Details and review of one transfer, in one form that stays while its steps come and go with the address. */
export function TransferForm({ me }: { me: MeView }) {
  const { account } = me
  const { search, state, key } = useLocation() as { search: string; state: Aim; key: string }
  const navigate = useNavigate()
  const client = useQueryClient()
  const transferId = useTransferId(me.id)
  const [notice, setNotice] = useState<string>()
  const rules = useMemo(() => transferRules(me), [me])
  const { register, handleSubmit, formState, setError, setFocus, setValue, getValues, control } = useForm<
    TransferFields,
    unknown,
    Transfer
  >({
    resolver: standardSchemaResolver(rules),
    defaultValues: { ...emptyTransfer, ...useTyped<TransferFields>('transfer') },
    // The summary takes the focus, and leads to each field.
    shouldFocusError: false,
  })
  const { send, isSending, checking, askNow } = useSendTransfer({ sender: me.id, onSent, onRefused })

  // Read from the form itself, so that what is reviewed is what is sent, also after Back and Forward.
  const reviewing = new URLSearchParams(search).get('step') === 'review'
  const reviewed = reviewing ? rules.safeParse(getValues()) : undefined
  const view = checking ? 'checking' : reviewed?.success ? 'review' : 'details'

  useEffect(() => fetchWhenIdle(fetchConfirmation, fetchAdvice, fetchCheck), [])
  useEffect(() => {
    if (reviewing && view === 'details') navigate('/transfer', { replace: true })
  }, [reviewing, view, navigate])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival by a Change link or a refusal is its own.
  useEffect(() => {
    if (view !== 'details' || !state?.field) return
    // Only a refusal leads to the PIN; the refused one is forgotten here, where leaving it out is no longer a fault.
    if (state.field === 'transaction_pin') setValue('transaction_pin', '')
    setFocus(state.field)
  }, [key, view])
  useDraft('transfer', getValues, ['transaction_pin'])

  /** Fills in whom it goes to, and nothing else. */
  function pick(beneficiary: SavedBeneficiary) {
    for (const [name, value] of Object.entries(fieldsOf(beneficiary))) {
      setValue(name as TransferField, value, { shouldDirty: true, shouldValidate: formState.isSubmitted })
    }
    setFocus('amount')
  }

  function confirm(transfer: Transfer) {
    if (!navigator.onLine) {
      return setNotice('You are offline, and nothing has been sent. Confirm again once you are connected.')
    }
    setNotice(undefined)
    send({ ...transfer, transactionId: transferId.id })
  }

  function onSent({ id }: TransactionView) {
    navigate(`/transfer?step=receipt&tx=${id}`, { replace: true })
  }

  async function onRefused(error: unknown) {
    if (!isProblem(error)) return
    // The id belongs to a transfer that was made; this one is another.
    if (error.code === 'id_reused') transferId.replace()
    const advice = await fetchAdvice().catch(() => undefined)
    if (!advice) return setNotice(error.detail)
    const advised = advice.adviceOn(error, client.getQueryData(meQuery.queryKey) ?? me)
    const [first] = advised
    if (!first) return setNotice(advice.adviceInGeneral(error))
    for (const { field, advice } of advised) setError(field, { message: advice })
    navigate('/transfer', { replace: true, state: { field: first.field } satisfies Aim })
  }

  return (
    <>
      <PageHeading hasErrors={view === 'details' && Object.keys(formState.errors).length > 0}>
        {headings[view]}
      </PageHeading>
      <TransferSteps current={view === 'details' ? 'Details' : 'Review'} />
      {view === 'details' && transferId.mayBeSent && (
        <Suspense fallback={null}>
          <EarlierTransfer id={transferId.id} onStartAnew={transferId.replace} />
        </Suspense>
      )}
      <div
        hidden={view !== 'details'}
        className="grid items-start gap-section xl:grid-cols-[560px_minmax(0,22rem)] xl:grid-rows-[auto_1fr_auto]"
      >
        <div className="max-w-form xl:z-1 xl:col-start-2 xl:row-start-1">
          <Suspense fallback={<Skeleton className="h-14 rounded-card xl:h-65" />}>
            <SavedBeneficiaries onPick={pick} />
          </Suspense>
        </div>
        <form
          method="post"
          noValidate
          aria-labelledby="transfer-title"
          onSubmit={handleSubmit(() => navigate('/transfer?step=review'))}
          // The bar at the foot of a small screen must not cover what has the focus, as the browser alone would let it.
          onFocus={({ target }) =>
            target.matches('input') && target.scrollIntoView({ block: 'nearest', behavior: 'instant' })
          }
          className="grid [&_input]:scroll-mb-28 items-start gap-section xl:col-span-2 xl:col-start-1 xl:row-span-3 xl:row-start-1 xl:grid-cols-subgrid xl:grid-rows-subgrid"
        >
          <Card className="grid max-w-form gap-field xl:row-span-2">
            <h2 id="transfer-title" className="text-h2">
              Quick Funds Transfer
            </h2>
            <ErrorSummary labels={labels} errors={formState.errors} submitCount={formState.submitCount} />
            <TransferDetails
              register={register}
              errors={formState.errors}
              control={control}
              currency={account.currency}
              limit={me.transferLimit}
            />
          </Card>
          <div className="max-w-form xl:col-start-2 xl:row-start-2 xl:h-full">
            <AfterTransfer account={account} control={control} />
          </div>
          <div className="sticky bottom-0 z-10 -mx-gutter border-t bg-background px-gutter py-3 md:static md:mx-0 md:max-w-form md:border-0 md:p-0 xl:row-start-3">
            <Button type="submit" wide className="max-w-form">
              Review transfer
            </Button>
          </div>
        </form>
      </div>
      {view === 'review' && reviewed?.data && (
        <Suspense fallback={<LoadingText />}>
          <TransferConfirmation
            form={reviewed.data}
            account={account}
            notice={notice}
            isSending={isSending}
            onConfirm={() => confirm(reviewed.data)}
          />
        </Suspense>
      )}
      {view === 'checking' && (
        <Suspense fallback={<LoadingText />}>
          <TransferCheck id={transferId.id} onAskNow={askNow} />
        </Suspense>
      )}
    </>
  )
}

const SavedBeneficiaries = lazy(async () => ({
  default: (await import('../beneficiaries/saved-beneficiaries.tsx')).SavedBeneficiaries,
}))
// Only a reload in the middle of a transfer needs it.
const EarlierTransfer = lazy(async () => ({
  default: (await import('./earlier-transfer.tsx')).EarlierTransfer,
}))
const fetchConfirmation = () => import('./transfer-confirmation.tsx')
// Wanted when the bank cannot be reached: it is here long before.
const fetchCheck = () => import('./transfer-check.tsx')
const TransferCheck = lazy(async () => ({ default: (await fetchCheck()).TransferCheck }))
const fetchAdvice = () => import('./refusal-advice.ts')
const TransferConfirmation = lazy(async () => ({ default: (await fetchConfirmation()).TransferConfirmation }))

/** The field a link or a refusal leads to. */
type Aim = { field: TransferField } | null
