import { endpoints } from '@bank/contract/endpoints'
import { customerTexts } from '@bank/contract/toast-texts/customers'
import type { HistoryRow } from '@bank/contract/transactions/view'
import { clsx } from 'clsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { isOpen } from '../accounts/accounts.ts'
import { useMe } from '../accounts/me.ts'
import { download } from '../api/call.ts'
import { useHistoryChoice, useIsOfAllAccounts, useLinkTo } from '../api/chosen-account.ts'
import { DownloadButton } from '../api/download-button.tsx'
import { LoadFailure } from '../api/load-failure.tsx'
import { fieldReasons } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { DateText } from '../ui/date-text.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { sortedBy } from '../ui/sorted-by.tsx'
import { BalanceBelow } from './balance-below.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterTotals } from './filter-totals.tsx'
import { FirstMoney } from './first-money.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { type HistoryFilter, type HistoryUrlState, useHistoryUrlState } from './history-url-state.ts'
import { useLiveRows } from './live-rows.ts'
import { useNamedRows } from './named-rows.ts'
import { PageLength } from './page-length.tsx'
import { useRowAccount, withIdsOfAll } from './row-account.tsx'
import { openIdOf, TransactionDrawer } from './transaction-drawer.tsx'
import { TransactionTable } from './transaction-table.tsx'
import { useTransactions } from './use-transactions.ts'

/** The customer's history, of one account or all: filters, rows and pages. */
export function History() {
  const urlState = useHistoryUrlState()
  const isOfAll = useIsOfAllAccounts()
  const page = useTransactions(urlState.query, isOfAll ? withIdsOfAll : undefined)
  const { rows, hasHiddenChanges } = useLiveRows(urlState, page.data?.transactions)
  const reasons = Object.fromEntries(fieldReasons(page.error).map(({ field, reason }) => [field, reason]))
  const [chosen, setChosen] = useState<string>()
  const openRows = rows?.filter((row) => openIdOf(row, isOfAll) === urlState.openId)
  const openRow = openRows?.find(({ id }) => id === chosen) ?? openRows?.[0]
  const open = (row: HistoryRow) => {
    setChosen(row.id)
    urlState.open(openIdOf(row, isOfAll))
  }
  const { data: me } = useMe()
  return (
    <>
      <HistoryFilters urlState={urlState} reasons={reasons} />
      {urlState.isFiltered && (
        <div className="print-behind flex flex-wrap items-center gap-x-6 gap-y-2">
          <FilterChips urlState={urlState} currency={isOfAll ? undefined : me?.account.currency} />
          <FilterTotals filter={urlState.filter} isInvalid={Object.keys(reasons).length > 0} />
        </div>
      )}
      <div
        className={clsx(
          'grid items-start gap-6',
          urlState.openId !== undefined && '2xl:grid-cols-[minmax(0,1fr)_24rem]',
        )}
      >
        <div className="print-behind grid min-w-0 gap-4">
          {hasHiddenChanges && <NewActivity onShow={() => urlState.choose({})} />}
          <Rows
            urlState={urlState}
            page={page}
            rows={rows}
            openRow={openRow}
            onOpen={open}
            hasFilterErrors={Object.keys(reasons).length > 0}
          />
        </div>
        <TransactionDrawer urlState={urlState} rows={rows ?? []} openRow={openRow} onOpen={open} />
      </div>
    </>
  )
}

function Rows({
  urlState,
  page: { data, error, isError, isPlaceholderData, dataUpdatedAt, refetch },
  rows,
  openRow,
  onOpen,
  hasFilterErrors,
}: {
  urlState: HistoryUrlState
  page: ReturnType<typeof useTransactions>
  rows: readonly HistoryRow[] | undefined
  openRow: HistoryRow | undefined
  onOpen: (row: HistoryRow) => void
  hasFilterErrors: boolean
}) {
  const linkTo = useLinkTo()
  const named = useNamedRows(rows)
  const accountOf = useRowAccount()
  const sort = { order: urlState.order, onSort: urlState.sort }
  if (hasFilterErrors) {
    return (
      <Notice tone="failed">
        <p>Please check the filters: {reasonsOf(error)}</p>
      </Notice>
    )
  }
  if (isError && !data) {
    return (
      <>
        <LoadFailure title="Your transactions could not be loaded" error={error} onRetry={() => refetch()} />
        {urlState.cursor && (
          <Link to={linkTo('transactions')} className="link-alone justify-self-start">
            Go to the newest transactions
          </Link>
        )}
      </>
    )
  }
  if (data?.transactions.length === 0 && !urlState.cursor) return <Nothing urlState={urlState} />
  const next = data?.nextCursor
  return (
    <>
      {isError && (
        <Notice tone="pending">
          <p>
            Last updated <DateText moment={new Date(dataUpdatedAt).toISOString()} long />.
          </p>
          <Button look="quiet" onClick={() => refetch()} className="-ms-4">
            Try again
          </Button>
        </Notice>
      )}
      <Card className="md:py-3">
        {!data && <LoadingText look="sr-only" />}
        <TransactionTable
          caption="Transactions"
          dayHeadings="always"
          transactions={named}
          firstRow={data?.firstRow ?? 1}
          busy={isPlaceholderData}
          onOpen={onOpen}
          openId={openRow?.id}
          sorting={{
            Amount: sortedBy('Amount', { orders: ['largest', 'smallest'], ...sort }),
            Date: sortedBy('Date', { orders: ['newest', 'oldest'], ...sort }),
          }}
          accountOf={accountOf}
          belowAmount={accountOf ? undefined : BalanceAfter}
        />
      </Card>
      {data && (
        <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
          <PageLength urlState={urlState} />
          <div className="no-print">
            <HistoryFile filter={urlState.filter} />
          </div>
          <div className="grow">
            <Pagination
              label="Transactions pages"
              firstRow={data.firstRow}
              rowCount={data.transactions.length}
              total={data.total}
              onPrevious={urlState.goBack}
              onNext={next ? () => urlState.goOn(next) : undefined}
            />
          </div>
        </div>
      )}
    </>
  )
}

function BalanceAfter({ balanceAfter, currency }: Pick<HistoryRow, 'balanceAfter' | 'currency'>) {
  return <BalanceBelow value={balanceAfter} currency={currency} />
}

/** Says that there are changes which are not shown. No row moves until the customer presses the button. */
function NewActivity({ onShow }: { onShow: () => void }) {
  return (
    <Notice tone="pending" isAnnounced>
      <p>New activity</p>
      <Button look="quiet" onClick={onShow} className="-ms-4">
        Show the newest transactions
      </Button>
    </Notice>
  )
}

function Nothing({ urlState }: { urlState: HistoryUrlState }) {
  const { data: me } = useMe()
  if (!urlState.isFiltered && me && isOpen(me.account)) {
    return (
      <Card>
        <FirstMoney account={me.account} />
      </Card>
    )
  }
  return (
    <Card>
      <EmptyState title={customerTexts.transactions.none}>
        {urlState.isFiltered && (
          <Button look="secondary" onClick={urlState.clear}>
            Clear filters
          </Button>
        )}
      </EmptyState>
    </Card>
  )
}

function reasonsOf(error: unknown): string {
  return fieldReasons(error)
    .map(({ reason }) => reason)
    .join('. ')
}

/** Downloads the filtered history, with all its pages, as CSV. */
function HistoryFile({ filter }: { filter: HistoryFilter }) {
  const query = { account: useHistoryChoice(), ...(filter as object) }
  const load = () => download(endpoints.downloadHistory, { query })
  return (
    <DownloadButton busyLabel="Preparing file…" toastId="history-file" load={load}>
      Download CSV
    </DownloadButton>
  )
}
