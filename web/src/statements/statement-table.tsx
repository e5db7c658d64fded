import { statusInWords } from '@bank/contract/statements/statement-words'
import type { StatementLine, StatementView } from '@bank/contract/statements/view'
import type { Currency } from '@bank/ledger/currency'
import { clsx } from 'clsx'
import { Undo2 } from 'lucide-react'
import { dayHeadings } from '../transactions/day-headings.ts'
import { DescriptionText } from '../transactions/description-text.tsx'
import { MovedAmount, TypeText } from '../transactions/transaction-table.tsx'
import { Amount } from '../ui/amount.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { DateText } from '../ui/date-text.tsx'
import { pillClass, StatusPill } from '../ui/status-pill.tsx'

/** The lines of a statement, oldest first, each with the balance after it. */
export function StatementTable({ statement, busy }: { statement: StatementView | undefined; busy: boolean }) {
  const heading = dayHeadings()
  return (
    <DataTable
      caption="Transaction history"
      columns={columnsOf(statement?.firstRow ?? 1, statement?.currency ?? 'USD')}
      rows={statement?.lines}
      rowKey={({ seq }) => seq}
      groupOf={({ bookedAt }) => heading(bookedAt)}
      busy={busy}
    />
  )
}

/** The transaction's status; on a line that undoes an earlier one, what happened to the money: `failed` beside a credit would contradict it. */
function LineStatus({ line }: { line: StatementLine }) {
  if (!line.isReturn) return <StatusPill status={line.status} />
  return (
    <span className={clsx(pillClass, 'whitespace-nowrap bg-sunken text-muted-foreground')}>
      <Undo2 aria-hidden size={14} />
      {statusInWords(line)}
    </span>
  )
}

function columnsOf(firstRow: number, currency: Currency): readonly Column<StatementLine>[] {
  return [
    { header: 'S/N', phone: 'unseen', isSpare: true, cell: (_, position) => firstRow + position },
    { header: 'Type', phone: 'unseen', isSpare: true, cell: ({ type }) => <TypeText type={type} /> },
    {
      header: 'Amount',
      phone: 'figure',
      atEnd: true,
      cell: ({ type, amount }) => <MovedAmount type={type} amount={amount} currency={currency} />,
    },
    {
      header: 'Description',
      phone: 'title',
      cell: ({ description, counterparty, reference }) => (
        <DescriptionText
          description={description}
          counterparty={counterparty}
          reference={reference}
          className="print:line-clamp-none print:break-normal print:wrap-anywhere"
        />
      ),
    },
    { header: 'Status', phone: 'detail', cell: (line) => <LineStatus line={line} /> },
    { header: 'Date', phone: 'unseen', cell: ({ bookedAt }) => <DateText moment={bookedAt} /> },
    {
      header: 'Balance',
      phone: 'aside',
      atEnd: true,
      cell: ({ balance }) => (
        <span className="as-list:text-caption as-table:whitespace-nowrap">
          <span className="text-muted-foreground as-table:hidden">Balance </span>
          <Amount value={balance} currency={currency} />
        </span>
      ),
    },
  ]
}
