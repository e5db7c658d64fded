import type { StatementLine, StatementView } from '@bank/contract/statements/view'
import type { Currency } from '@bank/ledger/currency'
import { dayHeadings } from '../transactions/day-headings.ts'
import { DescriptionText } from '../transactions/description-text.tsx'
import { MovedAmount, RowStatus, TypeText } from '../transactions/transaction-table.tsx'
import { Amount } from '../ui/amount.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { DateText } from '../ui/date-text.tsx'

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

function columnsOf(firstRow: number, currency: Currency): readonly Column<StatementLine>[] {
  return [
    { header: 'S/N', phone: 'unseen', isSpare: true, cell: (_, position) => firstRow + position },
    { header: 'Type', phone: 'unseen', isSpare: true, cell: ({ type }) => <TypeText type={type} /> },
    {
      header: 'Amount',
      phone: 'figure',
      atEnd: true,
      cell: (line) => <MovedAmount {...line} currency={currency} />,
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
    { header: 'Status', phone: 'detail', cell: (line) => <RowStatus {...line} /> },
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
