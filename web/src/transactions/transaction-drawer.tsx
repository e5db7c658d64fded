import type { HistoryRow } from '@bank/contract/transactions/view'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useAccounts } from '../accounts/accounts.ts'
import { AccountOfPart, choiceOf, useAccountQuery, useIsOfAllAccounts } from '../api/chosen-account.ts'
import { LoadFailure } from '../api/load-failure.tsx'
import { buttonOfRow } from '../ui/data-table.tsx'
import { deferred } from '../ui/deferred.tsx'
import { Dialog } from '../ui/deferred-dialog.tsx'
import { DetailsPanel } from '../ui/details-panel.tsx'
import { fetchWhenIdle } from '../ui/fetch-when-idle.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { useWideScreen } from '../ui/wide-screen.ts'
import type { HistoryUrlState } from './history-url-state.ts'
import { transactionDetailsQuery } from './transactions.ts'

/**
 * The details of the transaction in the URL: beside the list on a wide screen, over it on others. The arrow keys step through
 * the rows of the list.
 */
export function TransactionDrawer({
  urlState,
  rows,
  openRow,
  onOpen,
}: {
  urlState: HistoryUrlState
  /** The rows of the page. */
  rows: readonly HistoryRow[]
  /** The row of the transaction in the URL; undefined where it is on another page. */
  openRow: HistoryRow | undefined
  onOpen: (row: HistoryRow) => void
}) {
  const { openId: id } = urlState
  const position = rows.findIndex((row) => row.id === openRow?.id)
  const above = position > 0 ? rows[position - 1] : undefined
  const below = position >= 0 ? rows[position + 1] : undefined

  const isBeside = useWideScreen()

  // Ahead of the first press, so that a row opens at once.
  useEffect(() => fetchWhenIdle(fetchDetails), [])

  // The row that takes the focus after closing: by then the URL no longer names it.
  const shown = useRef(openRow?.id)

  useEffect(() => {
    if (id === undefined) return
    shown.current = openRow?.id
    function step(event: KeyboardEvent) {
      const within = (selector: string) => event.target instanceof Element && event.target.closest(selector)
      // Beside the list the rest of the page keeps its own keys.
      if (isBeside && !within('[data-details-panel], [data-row]')) return
      if (isBeside && event.key === 'Escape') return urlState.close()
      const next = event.key === 'ArrowUp' ? above : event.key === 'ArrowDown' ? below : undefined
      if (!next || within('input, textarea, select')) return
      event.preventDefault()
      onOpen(next)
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
            {position + 1} of {rows.length} on this page
          </p>
          <StepButton icon={ChevronUp} label="Previous transaction" to={above} onStep={onOpen} />
          <StepButton icon={ChevronDown} label="Next transaction" to={below} onStep={onOpen} />
        </div>
      )}
      {id !== undefined && (
        <OfItsAccount openId={id}>
          <Details key={id} id={transactionOf(id)} row={rows.find((row) => row.id === id)} />
        </OfItsAccount>
      )}
    </>
  )
  if (isBeside) {
    return id === undefined ? null : (
      <DetailsPanel title={title} onClose={urlState.close} returnTo={returnTo}>
        {content}
      </DetailsPanel>
    )
  }
  return (
    <Dialog open={id !== undefined} onClose={urlState.close} title={title} shape="sheet" returnTo={returnTo}>
      {content}
    </Dialog>
  )
}

/** How the URL names the transaction of a row: by its id, in the history of all accounts with the number of the account. */
export function openIdOf({ transactionId, account }: HistoryRow, isOfAll: boolean): string {
  return isOfAll ? `${transactionId}.${account}` : transactionId
}

function transactionOf(openId: string): string {
  return openId.split('.')[0]!
}

/** What is read and done in the details of a row of all accounts is about the account of the row. */
function OfItsAccount({ openId, children }: { openId: string; children: ReactNode }) {
  const { data: accounts = [] } = useAccounts()
  const isOfAll = useIsOfAllAccounts()
  const number = openId.split('.')[1]
  if (!isOfAll || number === undefined) return children
  const account = accounts.find((one) => one.number === number)
  return <AccountOfPart value={{ choice: account ? choiceOf(account) : number }}>{children}</AccountOfPart>
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
  to: HistoryRow | undefined
  onStep: (row: HistoryRow) => void
}) {
  return (
    <IconButton
      {...rest}
      aria-disabled={to ? undefined : true}
      onClick={() => to && onStep(to)}
      className="aria-disabled:opacity-40"
    />
  )
}

/** Shows what the first row of the transaction has loaded at once; the status history follows. */
function Details({ id, row }: { id: string; row: HistoryRow | undefined }) {
  const { data, error, refetch } = useAccountQuery((account) => transactionDetailsQuery(id, account))
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
