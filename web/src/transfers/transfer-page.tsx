import { pages } from '@bank/contract/pages'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { AccountPicker } from '../accounts/account-picker.tsx'
import { canSendFrom, useAccounts } from '../accounts/accounts.ts'
import { useMe } from '../accounts/me.ts'
import { isFirstTry } from '../api/first-try.ts'
import { LoadFailure } from '../api/load-failure.tsx'
import { deferred } from '../ui/deferred.tsx'
import { fetchWhenIdle } from '../ui/fetch-when-idle.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { usePayees } from './payees.ts'
import { TransferForm } from './transfer-form.tsx'

/** `/transfer`: details, review and receipt of a transfer to a beneficiary. */
export function TransferPage() {
  const params = new URLSearchParams(useLocation().search)
  const receiptId = params.get('step') === 'receipt' && params.get('tx')
  // Ahead of its use, and after the first view.
  useEffect(() => fetchWhenIdle(fetchReceipt), [])
  return (
    <div
      data-script={receiptId ? receiptFile : undefined}
      className="mx-auto grid w-full max-w-measure gap-4"
    >
      {receiptId ? <TransferReceipt id={receiptId} placeholder={<LoadingText />} /> : <NewTransfer />}
    </div>
  )
}

const receiptFile = 'src/transfers/transfer-receipt.tsx'
const fetchReceipt = () => import('./transfer-receipt.tsx')
const TransferReceipt = deferred(async () => (await fetchReceipt()).TransferReceipt, { isInFirstView: true })

// Fetched only when nothing can be sent.
const cannotSendFile = 'src/transfers/cannot-send.tsx'
const CannotSend = deferred(async () => (await import('./cannot-send.tsx')).CannotSend, {
  isInFirstView: true,
})

const { title } = pages.transfer

function NewTransfer() {
  const params = new URLSearchParams(useLocation().search)
  const { data, error, refetch } = useMe()
  const { isLoading } = usePayees()
  const accounts = useAccounts()
  // The choice of a payee waits for the payees, and what is below the choice of an account for the accounts.
  const isReady = params.has('step') || !((isLoading && !params.has('to')) || isFirstTry(accounts))
  const canSend = data && canSendFrom(data.account) && !data.frozenAt
  if (canSend && isReady) return <TransferForm me={data} />
  if (data && !canSend) {
    return (
      <>
        <PageHeading>{title}</PageHeading>
        <AccountPicker />
        <div data-script={cannotSendFile} className="grid">
          <CannotSend me={data} placeholder={<LoadingText />} />
        </div>
      </>
    )
  }
  if (error) {
    return (
      <>
        <PageHeading>{title}</PageHeading>
        <LoadFailure title="Your account could not be loaded" error={error} onRetry={() => refetch()} />
      </>
    )
  }
  return (
    <>
      {/* A placeholder: the heading that takes the focus comes with the form. */}
      <h1 data-page-heading className="text-h1">
        {title}
      </h1>
      <LoadingText />
      <Skeleton className="h-160 max-w-form rounded-card" />
    </>
  )
}
