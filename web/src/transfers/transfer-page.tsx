import { pages } from '@bank/contract/pages'
import { usePrefetchQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useMe } from '../accounts/me.ts'
import { reasonOf } from '../api/problem.ts'
import { beneficiariesQuery } from '../beneficiaries/beneficiaries.ts'
import { fetchWhenIdle } from '../ui/fetch-when-idle.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TransferForm } from './transfer-form.tsx'

/** `/transfer`: details, review and receipt of a transfer to a beneficiary. */
export function TransferPage() {
  const params = new URLSearchParams(useLocation().search)
  const receiptId = params.get('step') === 'receipt' && params.get('tx')
  // Ahead of its use, and after the first view.
  useEffect(() => fetchWhenIdle(fetchReceipt), [])
  return (
    <div className="grid gap-4">
      <Suspense fallback={<LoadingText />}>
        {receiptId ? <TransferReceipt id={receiptId} /> : <NewTransfer />}
      </Suspense>
    </div>
  )
}

const fetchReceipt = () => import('./transfer-receipt.tsx')
const TransferReceipt = lazy(async () => ({ default: (await fetchReceipt()).TransferReceipt }))

// Fetched only when the account is not active.
const InactiveAccount = lazy(async () => ({
  default: (await import('../accounts/inactive-account.tsx')).InactiveAccount,
}))

const { title } = pages.transfer

function NewTransfer() {
  // Together with the account, so that it is there when the form is.
  usePrefetchQuery(beneficiariesQuery)
  const { data, error, refetch } = useMe()
  if (data?.account.isActive) return <TransferForm me={data} />
  if (data) {
    return (
      <>
        <PageHeading>{title}</PageHeading>
        <InactiveAccount me={data}>Until it is, you can receive money but not send it.</InactiveAccount>
      </>
    )
  }
  if (error) {
    return (
      <>
        <PageHeading>{title}</PageHeading>
        <LoadFailure
          title="Your account could not be loaded"
          reason={reasonOf(error)}
          onRetry={() => refetch()}
        />
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
