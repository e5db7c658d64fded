import { useLocation } from 'react-router'
import { InactiveAccount } from '../accounts/inactive-account.tsx'
import { useMe } from '../accounts/me.ts'
import { reasonOf } from '../api/problem.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TransferForm } from './transfer-form.tsx'
import { TransferReceipt } from './transfer-receipt.tsx'

/** `/transfer`: details, review and receipt of a transfer to a beneficiary. */
export function TransferPage() {
  const asked = new URLSearchParams(useLocation().search)
  const receiptId = asked.get('step') === 'receipt' && asked.get('tx')
  return <div className="grid gap-4">{receiptId ? <TransferReceipt id={receiptId} /> : <NewTransfer />}</div>
}

function NewTransfer() {
  const { data, error, refetch } = useMe()
  if (data?.account.isActive) return <TransferForm me={data} />
  return (
    <>
      <PageHeading>Funds Transfer</PageHeading>
      {data ? (
        <InactiveAccount>Until it is, money can reach you, but you cannot send any.</InactiveAccount>
      ) : error ? (
        <LoadFailure
          title="Your account could not be loaded"
          reason={reasonOf(error)}
          onRetry={() => refetch()}
        />
      ) : (
        <>
          <LoadingText />
          <Skeleton className="h-160 max-w-form rounded-card" />
        </>
      )}
    </>
  )
}
