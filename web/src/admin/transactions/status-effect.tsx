import type { StatusPreview } from '@bank/contract/admin/transactions/view'
import { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import type { HistoryRow } from '@bank/contract/transactions/view'
import type { Currency } from '@bank/ledger/currency'
import { minorOf } from '@bank/ledger/money'
import type { Status } from '@bank/ledger/transaction-status'
import { useQuery } from '@tanstack/react-query'
import { AccountNumber } from '../../accounts/account-number.tsx'
import { reasonOf } from '../../api/problem.ts'
import { queryOf } from '../../api/query-of.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/**
 * What the chosen status would do to the balances of the customers' accounts on both sides, by the bank's own reckoning. A change that the bank
 * would refuse says why, and shows no balance after it.
 */
export function StatusEffect({
  transaction: { transactionId: id, amount, currency },
  shown,
  chosen,
}: {
  transaction: Pick<HistoryRow, 'transactionId' | 'amount' | 'currency'>
  /** The present status, as the dialog shows it. */
  shown: Status
  chosen: Status
}) {
  const { data, error } = useStatusPreview(id)
  if (error && !data) {
    return (
      <p className="text-table text-muted-foreground">
        The effect on balances could not be loaded. {reasonOf(error)}
      </p>
    )
  }
  const change = data?.changes.find(({ status }) => status === chosen)
  // Read before or after the status that the dialog shows: its balances would not match.
  if (!change || data?.status !== shown) return <EffectSkeleton />
  const { refusal, balances } = change
  return (
    <div className="grid gap-3">
      <div role="status" className="text-table">
        {refusal ? (
          <Notice tone="failed" isAnnounced>
            The bank would refuse this change: {refusal}.
          </Notice>
        ) : (
          <p>{chosen === shown ? 'This is the current status.' : effectOf(balances, amount, currency)}</p>
        )}
      </div>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 text-table tabular">
        {balances.map((balance) => (
          <Balance key={balance.accountNumber} balance={balance} currency={currency} />
        ))}
      </dl>
    </div>
  )
}

/** What each change would do, and how the transaction got its present status. Read again whenever the dialog opens. */
export function useStatusPreview(id: string) {
  return useQuery({
    ...queryOf(['admin', 'status-preview'], endpoints.previewStatus, { params: { id } }),
    staleTime: 0,
  })
}

type Balances = StatusPreview['changes'][number]['balances']

function Balance({
  balance: { user, accountNumber, before, after },
  currency,
}: {
  balance: Balances[number]
  currency: Currency
}) {
  const isChanged = after !== null && after !== before
  return (
    <>
      <dt className="min-w-0 text-muted-foreground wrap-anywhere">
        Balance of <bdi>{user.name}</bdi>
        <span className="block text-caption">
          <span className="sr-only">Account number </span>
          <AccountNumber number={accountNumber} />
        </span>
      </dt>
      <dd className="text-end">
        {formatMoney(before, currency)}
        {isChanged && (
          <>
            {'\u00a0→ '}
            <span className="text-label">{formatMoney(after, currency)}</span>
          </>
        )}
      </dd>
    </>
  )
}

/** Such as "Takes $40.00 from Dora. Returns $40.00 to Alice." Two accounts of one customer are told apart by their numbers. */
function effectOf(balances: Balances, amount: string, currency: Currency): string {
  const money = formatMoney(amount, currency)
  const isOfOneCustomer =
    balances.length > 1 && balances.every(({ user }) => user.id === balances[0]!.user.id)
  const sentences = balances.flatMap(({ user, accountNumber, isSender, before, after }) => {
    if (after === null || after === before) return []
    const holder = isOfOneCustomer ? `account ${accountNumber}` : user.name
    if (minorOf(after) < minorOf(before)) return `Takes ${money} from ${holder}.`
    return isSender ? `Returns ${money} to ${holder}.` : `Adds ${money} to ${holder}.`
  })
  return sentences.join(' ') || 'Changes no customer’s balance.'
}

function EffectSkeleton() {
  return (
    <div className="grid gap-3">
      <LoadingText look="sr-only" />
      <Skeleton className="h-lh w-52" />
      <Skeleton className="h-lh" />
    </div>
  )
}
