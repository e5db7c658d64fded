import { pages } from '@bank/contract/pages'
import type { MeView } from '@bank/contract/profile/view'
import type { TransferForm as Transfer } from '@bank/contract/transfers/form'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { settle, uncertainKey } from '../api/idempotency-key.ts'
import { useDraft, useKeptDraft } from '../sessions/drafts.ts'
import { fetchWhenIdle } from '../ui/fetch-when-idle.ts'
import { useIsHydrated } from '../ui/is-hydrated.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { DetailsStep } from './details-step.tsx'
import { transferBy } from './send-transfer.ts'
import { emptyTransfer, type TransferFields, transferRules } from './transfer-fields.ts'
import { TransferSteps } from './transfer-steps.tsx'
import { fetchAdvice, useConfirmTransfer } from './use-confirm-transfer.ts'

const headings = {
  details: pages.transfer.title,
  review: 'Check your transfer',
  checking: 'We’re checking this transfer',
} as const

/** The details and the review of one transfer: one form that stays mounted while its steps change with the URL. */
export function TransferForm({ me }: { me: MeView }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const rules = useMemo(() => transferRules(me), [me])
  const form = useForm<TransferFields, unknown, Transfer>({
    resolver: standardSchemaResolver(rules),
    defaultValues: { ...emptyTransfer, ...useKeptDraft<TransferFields>('transfer') },
    // The summary takes the focus, and leads to each field.
    shouldFocusError: false,
  })
  useDraft('transfer', form.getValues, ['transaction_pin'])
  const earlier = useEarlierTransfer(me.id)
  const { confirm, notice, isSending, uncertainId, askNow } = useConfirmTransfer(me, form, earlier.dismiss)

  // Read from the form, so that the reviewed transfer is the sent one, also after Back and Forward.
  const isReviewing = new URLSearchParams(search).get('step') === 'review'
  const reviewed = isReviewing ? rules.safeParse(form.getValues()) : undefined
  const step = uncertainId ? 'checking' : reviewed?.success ? 'review' : 'details'

  useEffect(() => fetchWhenIdle(fetchConfirmation, fetchAdvice, fetchCheck), [])
  useEffect(() => {
    if (isReviewing && step === 'details') navigate('/transfer', { replace: true })
  }, [isReviewing, step, navigate])

  return (
    <>
      <PageHeading hasErrors={step === 'details' && Object.keys(form.formState.errors).length > 0}>
        {headings[step]}
      </PageHeading>
      <TransferSteps current={step === 'details' ? 'Details' : 'Review'} />
      {step === 'details' && earlier.id && (
        <Suspense fallback={null}>
          <EarlierTransfer id={earlier.id} onStartNew={earlier.settle} />
        </Suspense>
      )}
      <DetailsStep me={me} form={form} hidden={step !== 'details'} />
      {step === 'review' && reviewed?.data && (
        <Suspense fallback={<LoadingText />}>
          <TransferConfirmation
            form={reviewed.data}
            account={me.account}
            notice={notice}
            isSending={isSending}
            onConfirm={() => confirm(reviewed.data)}
          />
        </Suspense>
      )}
      {uncertainId && (
        <Suspense fallback={<LoadingText />}>
          <TransferCheck id={uncertainId} onAskNow={askNow} />
        </Suspense>
      )}
    </>
  )
}

/** A transfer whose outcome was uncertain when the form was opened: before a reload, or before the page was left. */
function useEarlierTransfer(sender: string) {
  const [id, setId] = useState(() => uncertainKey(transferBy(sender)))
  // The server that rendered the page does not know this tab's storage.
  const isHydrated = useIsHydrated()
  const dismiss = () => setId(null)
  return {
    id: isHydrated ? id : null,
    dismiss,
    settle: () => {
      settle(transferBy(sender))
      dismiss()
    },
  }
}

// Needed only after a reload in the middle of a transfer.
const EarlierTransfer = lazy(async () => ({
  default: (await import('./earlier-transfer.tsx')).EarlierTransfer,
}))
const fetchConfirmation = () => import('./transfer-confirmation.tsx')
const TransferConfirmation = lazy(async () => ({ default: (await fetchConfirmation()).TransferConfirmation }))
// Fetched when idle: it is shown when the bank cannot be reached.
const fetchCheck = () => import('./transfer-check.tsx')
const TransferCheck = lazy(async () => ({ default: (await fetchCheck()).TransferCheck }))
