import type { TransactionView } from '@bank/contract/transactions/view'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useAccountChoice } from '../accounts/account-in-url.ts'
import { LoadFailure } from '../api/load-failure.tsx'
import { buttonOfRow } from '../ui/data-table.tsx'
import { deferred } from '../ui/deferred.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { fetchWhenIdle } from '../ui/fetch-when-idle.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { useWideScreen } from '../ui/wide-screen.ts'
import type { HistoryUrlState } from './history-url-state.ts'
import { transactionDetailsQuery } from './transactions.ts'

/**
 * The details of the transaction in the URL: beside the list on a wide screen, over it on others. The arrow keys step through
 * the rows of the list.
 */
export function TransactionDrawer({
  urlState,
  transactions,
}: {
  urlState: HistoryUrlState
  /** The rows of the page. */
  transactions: readonly TransactionView[]
}) {
  const { openId: id } = urlState
  const position = transactions.findIndex((transaction) => transaction.id === id)
  const above = position > 0 ? transactions[position - 1] : undefined
  const below = position >= 0 ? transactions[position + 1] : undefined

  const isBeside = useWideScreen()

  // Ahead of the first press, so that a row opens at once.
  useEffect(() => fetchWhenIdle(fetchDetails), [])

  // The row that takes the focus after closing: by then the URL no longer names it.
  const shown = useRef(id)

  useEffect(() => {
    if (id === undefined) return
    shown.current = id
    function step(event: KeyboardEvent) {
      const within = (selector: string) => event.target instanceof Element && event.target.closest(selector)
      // Beside the list the rest of the page keeps its own keys.
      if (isBeside && !within('[data-side-panel], [data-row]')) return
      if (isBeside && event.key === 'Escape') return urlState.close()
      const next = event.key === 'ArrowUp' ? above : event.key === 'ArrowDown' ? below : undefined
      if (!next || within('input, textarea, select')) return
      event.preventDefault()
      urlState.open(next.id)
    }
    document.addEventListener('keydown', step)
    return () => document.removeEventListener('keydown', step)
  })

  const title = 'Transaction details'
  const returnTo = () => (shown.current === undefined ? null : buttonOfRow(shown.current))
  const content = (
    <>
      {position >= 0 && (
        <div className="no-print flex items-center gap-2">
          <p role="status" className="me-auto text-table text-muted-foreground">
            {position + 1} of {transactions.length} on this page
          </p>
          <StepButton icon={ChevronUp} label="Newer transaction" to={above} onStep={urlState.open} />
          <StepButton icon={ChevronDown} label="Older transaction" to={below} onStep={urlState.open} />
        </div>
      )}
      {id !== undefined && <Details key={id} id={id} row={transactions[position]} />}
    </>
  )
  if (isBeside) {
    return id === undefined ? null : (
      <SidePanel title={title} onClose={urlState.close} returnTo={returnTo}>
        {content}
      </SidePanel>
    )
  }
  return (
    <Dialog open={id !== undefined} onClose={urlState.close} title={title} shape="sheet" returnTo={returnTo}>
      {content}
    </Dialog>
  )
}

const fetchDetails = () => import('./transaction-details.tsx')
const TransactionDetails = deferred(async () => (await fetchDetails()).TransactionDetails)

function StepButton({
  to,
  onStep,
  ...rest
}: {
  icon: typeof ChevronUp
  label: string
  to: TransactionView | undefined
  onStep: (id: string) => void
}) {
  return (
    <IconButton
      {...rest}
      aria-disabled={to ? undefined : true}
      onClick={() => to && onStep(to.id)}
      className="aria-disabled:opacity-40"
    />
  )
}

/** Shows what the list has loaded at once; the status history follows. */
function Details({ id, row }: { id: string; row: TransactionView | undefined }) {
  const { data, error, refetch } = useQuery(transactionDetailsQuery(id, useAccountChoice()))
  const transaction = data ?? row
  const failure = error && !data && (
    <LoadFailure
      title={row ? 'Its status history could not be loaded' : 'This transaction could not be loaded'}
      error={error}
      onRetry={() => refetch()}
    />
  )
  if (!transaction) return failure || <LoadingText />
  return (
    <TransactionDetails
      placeholder={<LoadingText />}
      transaction={transaction}
      more={data}
      failure={failure || undefined}
    />
  )
}
