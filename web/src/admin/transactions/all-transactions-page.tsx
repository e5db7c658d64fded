import { listedMax, selectedMax } from '@bank/contract/admin/transactions/form'
import type { ListedTransaction, TransactionList } from '@bank/contract/admin/transactions/view'
import { endpoints } from '@bank/contract/endpoints'
import { groupThousands } from '@bank/contract/group-thousands'
import { pages } from '@bank/contract/pages'
import { customerTexts } from '@bank/contract/toast-texts/customers'
import { keepPreviousData, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, download } from '../../api/call.ts'
import { DownloadButton } from '../../api/download-button.tsx'
import { LoadFailure } from '../../api/load-failure.tsx'
import { fieldReasons, reasonOf } from '../../api/problem.ts'
import { queryOf } from '../../api/query-of.ts'
import { useSignedIn } from '../../sessions/session.ts'
import { PageLength } from '../../transactions/page-length.tsx'
import { TransactionTable } from '../../transactions/transaction-table.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { useSelectionColumn } from '../../ui/selection-column.tsx'
import { toast } from '../../ui/toast.ts'
import { useMay } from '../use-may.ts'
import { sumsOf } from './selected-sums.ts'
import { TransactionFilters } from './transaction-filters.tsx'
import { type TransactionsUrlState, useTransactionsUrlState } from './transactions-url-state.ts'

// The list follows the books within a second.
const behindMilliseconds = 1_000

/** `/admin/transactions`: the transactions of all customers, whose status is set one by one or for a selection. */
export function AllTransactionsPage() {
  const urlState = useTransactionsUrlState()
  const { limit, cursor, query, filter } = urlState
  const list = useQuery({
    ...queryOf(['admin', 'all-transactions'], endpoints.listAllTransactions, {
      query: { ...query, limit: String(limit), cursor },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.behindSeconds === 0 ? false : behindMilliseconds),
  })
  const reasons = Object.fromEntries(fieldReasons(list.error).map(({ field, reason }) => [field, reason]))
  return (
    <div className="grid gap-4">
      <PageHeading>{pages.allTransactions.title}</PageHeading>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted-foreground">
          The transactions of all customers. <Freshness behindSeconds={list.data?.behindSeconds} />
        </p>
        <DownloadButton
          busyLabel="Preparing file…"
          toastId="transactions-file"
          load={() => download(endpoints.downloadAllTransactions, { query: filter as object })}
        >
          Download CSV
        </DownloadButton>
      </div>
      <TransactionFilters urlState={urlState} reasons={reasons} />
      {Object.keys(reasons).length === 0 && (
        // Other filters begin with an empty selection.
        <Transactions key={JSON.stringify(filter)} urlState={urlState} list={list} />
      )}
    </div>
  )
}

/** How far the list is behind the books. */
function Freshness({ behindSeconds }: { behindSeconds: number | null | undefined }) {
  if (behindSeconds === undefined) return null
  if (behindSeconds === null)
    return 'The list is being filled: transactions are missing until it is complete.'
  return behindSeconds === 0 ? 'Up to date.' : `${behindSeconds} s behind the books.`
}

function Transactions({
  urlState,
  list: { data, error, isPlaceholderData, refetch },
}: {
  urlState: TransactionsUrlState
  list: UseQueryResult<TransactionList>
}) {
  const { user } = useSignedIn()
  const [chosen, setChosen] = useState<ReadonlyMap<string, ListedTransaction>>(new Map())
  const [isSetting, setSetting] = useState(false)
  const maySettle = useMay()('settle')
  const rows = data?.transactions.map((row) => ({
    ...row,
    transactionId: row.id,
    change: null,
    isReturn: false,
  }))
  const first = useSelectionColumn(rows ?? [], {
    isChosen: ({ id }) => chosen.has(id),
    onChoose: (changed, isChosen) => setChosen(withRows(chosen, changed, isChosen)),
    nameOf: ({ description, user, amount, currency }) =>
      `${user.name}, ${amount} ${currency}, ${description}`,
  })
  // It stays open when its status no longer fits the filter.
  const [opened, setOpened] = useState<NonNullable<typeof rows>[number]>()
  const openRow =
    rows?.find(({ id }) => id === urlState.openId) ?? (opened?.id === urlState.openId ? opened : undefined)
  if (openRow && openRow !== opened && openRow.id !== opened?.id) setOpened(openRow)
  if (!rows && error) {
    return (
      <LoadFailure title="The transactions could not be loaded" error={error} onRetry={() => refetch()} />
    )
  }
  const next = data?.nextCursor
  return (
    <>
      {maySettle && rows?.length !== 0 && (
        <SelectionBar
          chosen={chosen}
          data={data ?? noneYet}
          urlState={urlState}
          onChange={setChosen}
          onSet={() => setSetting(true)}
        />
      )}
      {rows?.length === 0 ? (
        <Card role="status">
          <EmptyState title={customerTexts.transactions.none} />
        </Card>
      ) : (
        <Card>
          {!rows && <LoadingText look="sr-only" />}
          <TransactionTable
            caption="Transactions of all customers"
            transactions={rows}
            firstRow={urlState.pagesBefore * urlState.limit + 1}
            busy={isPlaceholderData}
            {...(maySettle && { first })}
            accountOf={customerOf}
            onOpen={({ id }) => urlState.open(id)}
            openId={urlState.openId}
          />
        </Card>
      )}
      {data && (
        <div className="flex flex-wrap items-end justify-between gap-3">
          <PageLength urlState={urlState} />
          <div className="grow">
            <Pagination
              label="Transaction pages"
              firstRow={urlState.pagesBefore * urlState.limit + 1}
              rowCount={data.transactions.length}
              total={data.total}
              atLeast={data.atLeast}
              onPrevious={urlState.goBack}
              onNext={next ? () => urlState.goOn(next) : undefined}
            />
          </div>
        </div>
      )}
      <StatusDialog
        open={openRow !== undefined}
        transaction={openRow ?? null}
        by={user.id}
        readAgain={async () => {
          const page = await refetch({ throwOnError: true })
          return page.data?.transactions.find(({ id }) => id === urlState.openId)?.status
        }}
        readOnly={openRow?.isOwn ?? false}
        onClose={urlState.close}
      />
      <StatusesDialog
        open={isSetting}
        transactions={[...chosen.values()]}
        onClose={() => setSetting(false)}
        onDone={(done) => setChosen((present) => withRows(present, done, false))}
      />
    </>
  )
}

const StatusDialog = lazyDialog(async () => (await import('./status-dialog.tsx')).StatusDialog)
const StatusesDialog = lazyDialog(async () => (await import('./statuses-dialog.tsx')).StatusesDialog)

/** Up to the limit of a selection. */
function withRows(
  chosen: ReadonlyMap<string, ListedTransaction>,
  changed: readonly ListedTransaction[],
  isChosen: boolean,
): ReadonlyMap<string, ListedTransaction> {
  const ids = new Set(changed.map(({ id }) => id))
  const others = [...chosen].filter(([id]) => !ids.has(id))
  const added = isChosen ? changed.map((row) => [row.id, row] as const) : []
  return new Map([...others, ...added].slice(0, selectedMax))
}

/** The customer in the place of a row's account. */
function customerOf({ user, accountNumber }: ListedTransaction) {
  const words = accountNumber === null ? user.name : `${user.name} ${accountNumber.slice(-4)}`
  return {
    words,
    chip: (
      <span className="max-w-full shrink-0 rounded-chip bg-sunken px-1.5 text-caption text-muted-foreground">
        <span className="sr-only">,</span> <bdi className="line-clamp-1 break-all">{words}</bdi>
      </span>
    ),
  }
}

/** The transactions that match, up to the limit of a selection, page by page. */
async function readMatching(query: TransactionsUrlState['query']): Promise<readonly ListedTransaction[]> {
  const found: ListedTransaction[] = []
  let cursor: string | null | undefined
  do {
    const page = await call(endpoints.listAllTransactions, {
      query: { ...query, limit: String(listedMax), ...(cursor && { cursor }) },
    })
    found.push(...page.transactions)
    cursor = page.nextCursor
  } while (cursor !== null && found.length < selectedMax)
  return found
}

// The bar has its place while the rows are loading.
const noneYet: Pick<TransactionList, 'transactions' | 'total'> = { transactions: [], total: 0 }

/** What is selected, with its sums, and what is done with it. */
function SelectionBar({
  chosen,
  data: { transactions, total },
  urlState,
  onChange,
  onSet,
}: {
  chosen: ReadonlyMap<string, ListedTransaction>
  data: Pick<TransactionList, 'transactions' | 'total'>
  urlState: TransactionsUrlState
  onChange: (chosen: ReadonlyMap<string, ListedTransaction>) => void
  onSet: () => void
}) {
  const all = useMutation({
    mutationFn: () => readMatching(urlState.query),
    onSuccess: (found) => onChange(withRows(new Map(), found, true)),
    onError: (error) => toast.error(reasonOf(error), { id: 'select-all' }),
  })
  const isPageChosen = transactions.every(({ id }) => chosen.has(id))
  const hasMore = total === null || total > transactions.length
  // Where they were not counted, there are no more than were found.
  const selectable = Math.min(total ?? all.data?.length ?? selectedMax, selectedMax)
  const most = total === null ? `first ${groupThousands(String(selectedMax))}` : groupThousands(String(total))
  return (
    <div className="flex min-h-target flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="text-table">
        {chosen.size === 0
          ? `Nothing selected. Up to ${groupThousands(String(selectedMax))} transactions at once.`
          : `${groupThousands(String(chosen.size))} selected: ${sumsOf([...chosen.values()])}`}
      </p>
      {chosen.size === 0 && (
        <Button
          look="quiet"
          onClick={() => onChange(withRows(chosen, transactions, true))}
          className="md:hidden"
        >
          Select this page
        </Button>
      )}
      {isPageChosen && hasMore && chosen.size < selectable && (
        <Button look="quiet" busy={all.isPending} busyLabel="Selecting…" onClick={() => all.mutate()}>
          Select the {most} that match
        </Button>
      )}
      {chosen.size > 0 && (
        <>
          <Button onClick={onSet}>Set status</Button>
          <Button look="quiet" onClick={() => onChange(new Map())}>
            Clear selection
          </Button>
        </>
      )}
    </div>
  )
}
