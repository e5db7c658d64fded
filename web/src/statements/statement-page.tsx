import { formatMoney } from '@bank/contract/format-money'
import { messages } from '@bank/contract/messages'
import { pages } from '@bank/contract/pages'
import { closingName, expectedInWords, pendingInWords } from '@bank/contract/statements/statement-words'
import type { StatementView } from '@bank/contract/statements/view'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAccountChoice, useAccountPath } from '../accounts/account-in-url.ts'
import { AccountPicker } from '../accounts/account-picker.tsx'
import { useAccounts } from '../accounts/accounts.ts'
import { isFirstTry } from '../api/first-try.ts'
import { LoadFailure } from '../api/load-failure.tsx'
import { Amount } from '../ui/amount.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PeriodForm } from './period-form.tsx'
import { StatementFiles } from './statement-files.tsx'
import { StatementSummary } from './statement-summary.tsx'
import { StatementTable } from './statement-table.tsx'
import { useStatementUrlState } from './statement-url-state.ts'
import { linesShown, statementQuery } from './statements.ts'
import { usePrinting } from './use-printing.ts'

/** `/statement`: the opening balance, the lines and the closing balance of a period. */
export function StatementPage() {
  const urlState = useStatementUrlState()
  const shown = useQuery(statementQuery(useAccountChoice(), urlState.period, urlState.cursor, linesShown))
  const printing = usePrinting(urlState.period, shown.data)
  const statement = printing.whole ?? shown.data
  // The choice of an account is above the statement, which would move down for it.
  const isWaiting = isFirstTry(useAccounts())
  return (
    <div className="grid max-w-content gap-4">
      <PageHeading>{pages.statement.title}</PageHeading>
      {isWaiting && (
        <>
          <LoadingText />
          <Skeleton className="h-96 w-full rounded-card" />
        </>
      )}
      {/* Mounted at once: the statement is requested at the same time. */}
      <div hidden={isWaiting} className="grid min-w-0 gap-4">
        <AccountPicker />
        <PeriodForm period={urlState.period} onChoose={urlState.choose} />
        {/* After a failed proof no earlier figures are shown. */}
        {shown.isError ? (
          <LoadFailure
            title="Your statement could not be prepared"
            error={shown.error}
            onRetry={() => shown.refetch()}
          />
        ) : (
          <>
            <Announcement statement={shown.isPlaceholderData ? undefined : shown.data} />
            <StatementSummary statement={statement} />
            <StatementFiles
              period={urlState.period}
              lines={shown.isPlaceholderData ? undefined : shown.data?.total}
              isPrinting={printing.isPreparing}
              onPrint={printing.start}
            />
            <Lines statement={statement} busy={shown.isPlaceholderData} onTurn={urlState.turnTo} />
            {statement && <Pending {...statement} />}
            {statement && (
              <p className="hidden print:block">
                {closingName(statement)}: <Amount value={statement.closing} currency={statement.currency} />
              </p>
            )}
          </>
        )}
      </div>
    </div>
  )
}

function Lines({
  statement,
  busy,
  onTurn,
}: {
  statement: StatementView | undefined
  busy: boolean
  onTurn: (cursor: string) => void
}) {
  if (statement?.total === 0) {
    return (
      <Card>
        <EmptyState title={messages.transactions.none}>
          <p className="text-muted-foreground">
            The balance stayed at <Amount value={statement.closing} currency={statement.currency} />.
          </p>
        </EmptyState>
      </Card>
    )
  }
  const { previousCursor: previous, nextCursor: next } = statement ?? {}
  return (
    <>
      <Card>
        <StatementTable statement={statement} busy={busy} />
      </Card>
      {statement && (previous || next) && (
        <div className="no-print">
          <Pagination
            label="Statement pages"
            firstRow={statement.firstRow}
            rowCount={statement.lines.length}
            total={statement.total}
            onPrevious={previous ? () => onTurn(previous) : undefined}
            onNext={next ? () => onTurn(next) : undefined}
          />
        </div>
      )}
    </>
  )
}

function Announcement({ statement }: { statement: StatementView | undefined }) {
  return (
    <p role="status" className="sr-only">
      {statement
        ? `${closingName(statement)} ${formatMoney(statement.closing, statement.currency)}`
        : 'Preparing statement…'}
    </p>
  )
}

/** What is pending now, below a balance of now. Each leads to its rows. */
function Pending({ inTransit, expectedIn, currency, asOf }: StatementView) {
  if (asOf === null) return null
  return (
    <>
      {/[1-9]/.test(inTransit) && (
        <PendingNotice to="/transactions?type=debit&status=pending">
          {pendingInWords(formatMoney(inTransit, currency))}
        </PendingNotice>
      )}
      {/[1-9]/.test(expectedIn) && (
        <PendingNotice to="/transactions?type=credit&status=pending">
          {expectedInWords(formatMoney(expectedIn, currency))}
        </PendingNotice>
      )}
    </>
  )
}

function PendingNotice({ to, children }: { to: string; children: string }) {
  const path = useAccountPath()
  return (
    <Notice tone="pending">
      <span>{children}</span>{' '}
      <Link to={path(to)} className="no-print underline">
        Show them
      </Link>
    </Notice>
  )
}
