import type { MoneyPositionView } from '@bank/contract/admin/position/view'
import { endpoints } from '@bank/contract/endpoints'
import { groupThousands } from '@bank/contract/group-thousands'
import { pages } from '@bank/contract/pages'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { bankNow } from '../../api/bank-clock.ts'
import { call, download } from '../../api/call.ts'
import { DownloadButton } from '../../api/download-button.tsx'
import { LoadFailure } from '../../api/load-failure.tsx'
import { reasonOf } from '../../api/problem.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ShareBar } from '../../ui/share-bar.tsx'
import { toast } from '../../ui/toast.ts'
import { OwedDisputes } from '../disputes/owed-disputes.tsx'
import { CheckResult } from '../overview/books-check.tsx'
import { useMay } from '../use-may.ts'
import {
  addsUp,
  type CheckRun,
  checkRunQuery,
  isUnderWay,
  moneyPositionQuery,
  type Position,
  positionParts,
} from './money-position.ts'

/** `/admin/money-position`: where the bank's money is, now and at the last check of the books, and the check itself. */
export function MoneyPositionPage() {
  const { data, error, refetch } = useQuery(moneyPositionQuery)
  return (
    <div className="grid gap-4">
      <PageHeading>{pages.moneyPosition.title}</PageHeading>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-muted-foreground">
          What the bank owes its customers, what is on its way, and the bank’s own money at other banks. Each
          currency adds up to zero.
        </p>
        <DownloadButton
          busyLabel="Preparing file…"
          toastId="position-file"
          load={() => download(endpoints.downloadMoneyPosition, {})}
        >
          Download CSV
        </DownloadButton>
      </div>
      {!data && error ? (
        <LoadFailure title="The position could not be loaded" error={error} onRetry={() => refetch()} />
      ) : (
        <>
          <BooksCheckCard data={data} />
          {data?.positions.map((position) => (
            <PositionTable key={position.currency} position={position} lastCheck={data.lastCheck} />
          ))}
          {data && <OwedDisputes />}
        </>
      )}
    </div>
  )
}

/** The last result, the run that is under way, and the button that asks for one. */
function BooksCheckCard({ data }: { data: MoneyPositionView | undefined }) {
  const client = useQueryClient()
  const may = useMay()
  const { data: check } = useQuery(checkRunQuery)
  const run = check?.run
  const isRunning = isUnderWay(run)
  // The result of a run is read when it has ended.
  const shown = run && `${run.requestedAt} ${run.state}`
  const earlier = useRef(shown)
  useEffect(() => {
    if (earlier.current !== undefined && earlier.current !== shown) {
      void client.invalidateQueries({ queryKey: moneyPositionQuery.queryKey })
    }
    earlier.current = shown
  }, [client, shown])
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(endpoints.checkBooksNow),
    onError: (error) => toast.error(staffTexts.checkBooks.failed, { description: reasonOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: checkRunQuery.queryKey }),
  })
  return (
    <Card className="grid justify-items-start gap-3">
      <h2 className="text-h2">Check of the books</h2>
      <div className="grid w-full gap-3">
        <div aria-live="polite">{data ? <LastResult lastCheck={data.lastCheck} /> : <LoadingText />}</div>
        {run && <Run run={run} checkedAt={data?.lastCheck?.finishedAt} />}
      </div>
      {may('check_books') && (
        <Button busy={isPending || isRunning} busyLabel="Checking the books…" onClick={() => mutate()}>
          Check the books now
        </Button>
      )}
    </Card>
  )
}

function LastResult({ lastCheck }: Pick<MoneyPositionView, 'lastCheck'>) {
  if (lastCheck) return <CheckResult check={lastCheck} now={bankNow()} />
  return (
    <Notice tone="pending" isAnnounced>
      The books have not been checked yet.
    </Notice>
  )
}

const steps = ['entries', 'postings', 'transactions', 'batches', 'audit events'] as const

/** How far a run is, or why it has no result. A result that is later than the run says more. */
function Run({
  run: { state, requestedAt, requestedBy, step, rowsChecked, rowsEstimated, failure },
  checkedAt,
}: {
  run: CheckRun
  checkedAt: string | undefined
}) {
  if (state === 'interrupted' || state === 'failed') {
    if (checkedAt !== undefined && checkedAt > requestedAt) return null
    return (
      <Notice tone="failed">
        <p className="font-semibold">
          The check that began <DateText moment={requestedAt} time /> has no result.
        </p>
        <p className="wrap-anywhere">
          {state === 'failed' ? `${failure}.` : 'The process of the bank that made it has ended.'} The books
          were not changed by it.
        </p>
      </Notice>
    )
  }
  if (state === 'done') return null
  const by = requestedBy ? `Asked for by ${requestedBy.name}` : 'The daily check'
  const count = groupThousands(String(rowsChecked))
  const estimate = rowsEstimated > rowsChecked ? ` of about ${groupThousands(String(rowsEstimated))}` : ''
  return (
    <div className="grid gap-2 text-table">
      <ShareBar
        aria-label="Progress of the check"
        // The last row is not known: the number of rows is an estimate.
        percent={
          rowsEstimated === 0 ? undefined : Math.min(99, Math.floor((100 * rowsChecked) / rowsEstimated))
        }
      />
      <p>
        {by}, <DateText moment={requestedAt} time />.{' '}
        {step === null
          ? 'It begins in a moment.'
          : `Step ${steps.indexOf(step) + 1} of ${steps.length}, ${step}: ${count}${estimate} rows read.`}
      </p>
    </div>
  )
}

type Line = { readonly name: string; readonly now: string; readonly before: string | undefined }

function PositionTable({
  position,
  lastCheck,
}: {
  position: Position
  lastCheck: MoneyPositionView['lastCheck']
}) {
  const { currency } = position
  const before = lastCheck?.positions.find((one) => one.currency === currency)
  const lines: Line[] = [
    ...positionParts.map(({ part, name }) => ({ name, now: position[part], before: before?.[part] })),
    { name: 'Sum', now: position.total, before: before?.total },
  ]
  const amount = (value: string) => <Amount value={value} currency={currency} className="whitespace-nowrap" />
  const columns: readonly Column<Line>[] = [
    { header: 'Where', phone: 'title', grows: true, cell: ({ name }) => name },
    { header: 'Now', phone: 'figure', atEnd: true, cell: ({ now }) => amount(now) },
    {
      header: 'At the last check',
      phone: 'aside',
      atEnd: true,
      cell: (line) => (line.before === undefined ? 'Not known' : amount(line.before)),
      phoneCell: (line) => (line.before === undefined ? null : <>Last check {amount(line.before)}</>),
    },
  ]
  return (
    <Card className="grid gap-3">
      <h2 className="text-h2">{currency}</h2>
      {!addsUp(position) && (
        <Notice tone="failed" isAnnounced>
          The sum is not zero. Tell the operator of the bank.
        </Notice>
      )}
      <DataTable
        caption={`Money position, ${currency}`}
        columns={columns}
        rows={lines}
        rowKey={({ name }) => name}
      />
    </Card>
  )
}
