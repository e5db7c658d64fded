import { formatMoney } from '@bank/contract/format-money'
import { pages } from '@bank/contract/pages'
import { closingName, expectedInWords, pendingInWords } from '@bank/contract/statements/statement-words'
import type { StatementView } from '@bank/contract/statements/view'
import { customerTexts } from '@bank/contract/toast-texts/customers'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { BelowAccountPicker } from '../accounts/below-account-picker.tsx'
import { useLinkTo } from '../api/chosen-account.ts'
import { LoadFailure } from '../api/load-failure.tsx'
import { Amount } from '../ui/amount.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useAmountsHidden, useAmountsMark } from '../ui/hidden-amounts.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Pagination } from '../ui/pagination.tsx'
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
  const shown = useQuery(statementQuery(urlState.choice, urlState.cursor, linesShown))
  const printing = usePrinting(urlState.choice, shown.data)
  const statement = printing.whole ?? shown.data
  return (
    <div className="grid gap-4">
      <PageHeading>{pages.statement.title}</PageHeading>
      <BelowAccountPicker>
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
              choice={urlState.choice}
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
      </BelowAccountPicker>
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
        <EmptyState title={customerTexts.transactions.none}>
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
  const isHidden = useAmountsHidden()
  return (
    <p role="status" className="sr-only">
      {statement
        ? isHidden
          ? closingName(statement)
          : `${closingName(statement)} ${formatMoney(statement.closing, statement.currency)}`
        : 'Preparing statement…'}
    </p>
  )
}

/** What is pending now, below a balance of now. Each leads to its rows. */
function Pending({ inTransit, expectedIn, currency, asOf }: StatementView) {
  const isHidden = useAmountsHidden()
  const mark = useAmountsMark()
  const text = (amount: string) => (isHidden ? 'An amount' : formatMoney(amount, currency))
  if (asOf === null) return null
  return (
    <div {...mark} className="contents">
      {/[1-9]/.test(inTransit) && (
        <PendingNotice type="debit">{pendingInWords(text(inTransit))}</PendingNotice>
      )}
      {/[1-9]/.test(expectedIn) && (
        <PendingNotice type="credit">{expectedInWords(text(expectedIn))}</PendingNotice>
      )}
    </div>
  )
}

function PendingNotice({ type, children }: { type: 'debit' | 'credit'; children: string }) {
  const linkTo = useLinkTo()
  return (
    <Notice tone="pending">
      <span>{children}</span>{' '}
      <Link to={linkTo('transactions', { type, status: 'pending' })} className="no-print underline">
        Show them
      </Link>
    </Notice>
  )
}
