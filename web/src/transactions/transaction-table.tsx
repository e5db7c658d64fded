import type { TransactionView } from '@bank/contract/transactions/view'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Amount } from '../ui/amount.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { DateText } from '../ui/date-text.tsx'
import { StatusPill } from '../ui/status-pill.tsx'

/** Transactions as rows (§2). `firstRow` is the number of the first, counted from 1 over all pages. */
export function TransactionTable({
  caption,
  transactions,
  firstRow,
  busy,
  onOpen,
  openId,
}: {
  caption: string
  /** Undefined while they are first loaded. */
  transactions: readonly TransactionView[] | undefined
  firstRow: number
  /** Other rows are on their way. */
  busy?: boolean
  /** Shows more of a transaction. */
  onOpen?: (transaction: TransactionView) => void
  /** The one of which more is shown. */
  openId?: string | undefined
}) {
  return (
    <DataTable
      caption={caption}
      columns={columnsFrom(firstRow)}
      rows={transactions}
      rowKey={({ id }) => id}
      busy={busy ?? false}
      open={onOpen && { onOpen, nameOf: ({ description }) => `${description}, details`, shown: openId }}
    />
  )
}

function columnsFrom(firstRow: number): readonly Column<TransactionView>[] {
  return [
    { header: 'S/N', phone: 'unseen', cell: (_, position) => firstRow + position },
    { header: 'Type', phone: 'unseen', cell: ({ type }) => <TypeText type={type} /> },
    {
      header: 'Amount',
      phone: 'figure',
      atEnd: true,
      cell: (transaction) => <MovedAmount {...transaction} />,
    },
    {
      header: 'Description',
      phone: 'title',
      cell: ({ description }) => (
        <span dir="auto" className="line-clamp-1 w-fit break-all">
          {description}
        </span>
      ),
    },
    { header: 'Status', phone: 'aside', cell: ({ status }) => <StatusPill status={status} /> },
    {
      header: 'Date',
      phone: 'detail',
      cell: ({ type, createdAt }) => (
        <span>
          {/* Where the Type column is only heard, its word is seen here. */}
          <span aria-hidden className="as-table:hidden">
            <TypeText type={type} /> ·{' '}
          </span>
          <DateText moment={createdAt} />
        </span>
      ),
    },
  ]
}

/** The type of a transaction, in every theme one word. */
export function TypeText({ type }: { type: string }) {
  return <span className="capitalize">{type}</span>
}

/**
 * A credit has a green arrow up and a plus sign, anything else a red arrow down and a minus sign. In a list of rows the
 * arrow leads the row.
 */
export function MovedAmount({
  type,
  amount,
  currency,
}: Pick<TransactionView, 'type' | 'amount' | 'currency'>) {
  const credit = type === 'credit'
  const Icon = credit ? ArrowUp : ArrowDown
  return (
    <span className="items-center justify-between gap-2 whitespace-nowrap as-table:flex">
      <span
        data-lead
        className={clsx(
          'inline-flex size-6 as-list:absolute as-list:start-2.5 as-list:inset-y-0 as-list:my-auto items-center justify-center rounded-full',
          credit ? 'bg-success-soft text-credit' : 'bg-failed-soft text-debit',
        )}
      >
        <Icon aria-hidden size={16} />
      </span>
      <Amount value={amount} currency={currency} type={type} />
    </span>
  )
}
