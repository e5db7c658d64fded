import { statusInWords } from '@bank/contract/statements/statement-words'
import { descriptionParts } from '@bank/contract/transactions/description-parts'
import type { HistoryRow } from '@bank/contract/transactions/view'
import { kinds } from '@bank/ledger/kinds'
import { clsx } from 'clsx'
import { ArrowDown, ArrowLeftRight, ArrowUp, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Amount } from '../ui/amount.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { DateText } from '../ui/date-text.tsx'
import { narrowPill, Pill, StatusPill } from '../ui/status-pill.tsx'
import { dayHeadings } from './day-headings.ts'
import { DescriptionText } from './description-text.tsx'

type BelowAmount = (row: HistoryRow) => ReactNode

/** Transactions as rows (§2). `firstRow` is the number of the first row, from 1 over all pages. */
export function TransactionTable({
  caption,
  transactions,
  firstRow,
  busy,
  onOpen,
  openId,
  belowAmount,
}: {
  caption: string
  /** Undefined during the first loading. */
  transactions: readonly HistoryRow[] | undefined
  firstRow: number
  /** True while other rows are loading. */
  busy?: boolean
  /** Opens the details of a row's transaction. */
  onOpen?: (row: HistoryRow) => void
  /** The row whose details are open. */
  openId?: string | undefined
  /** What is below the amount of a row, such as the balance after it. */
  belowAmount?: BelowAmount
}) {
  const heading = dayHeadings()
  return (
    <DataTable
      caption={caption}
      columns={columnsFrom(firstRow, belowAmount)}
      rows={transactions}
      rowKey={({ id }) => id}
      groupOf={({ createdAt }) => heading(createdAt)}
      busy={busy ?? false}
      open={onOpen && { onOpen, nameOf, shown: openId }}
    />
  )
}

/** The name of a row's button. It has the words of its description in the order in which they are seen: between others, none that are not. */
function nameOf({ reference, ...described }: HistoryRow): string {
  const { change, act, title, rest } = descriptionParts(described)
  return [`${change || act}${title}`, reference, rest, 'details'].filter(Boolean).join(', ')
}

function columnsFrom(firstRow: number, belowAmount: BelowAmount | undefined): readonly Column<HistoryRow>[] {
  return [
    { header: 'S/N', phone: 'unseen', cell: (_, position) => firstRow + position },
    { header: 'Type', phone: 'unseen', cell: ({ type }) => <TypeText type={type} /> },
    {
      header: 'Amount',
      phone: 'figure',
      atEnd: true,
      cell: (transaction) => (
        <>
          <MovedAmount {...transaction} />
          {belowAmount?.(transaction)}
        </>
      ),
    },
    {
      header: 'Description',
      phone: 'title',
      cell: ({ description, counterparty, reference }) => (
        <DescriptionText description={description} counterparty={counterparty} reference={reference} />
      ),
    },
    { header: 'Status', phone: 'aside', cell: (row) => <RowStatus {...row} /> },
    {
      header: 'Date',
      phone: 'detail',
      cell: ({ createdAt, ...transaction }) => (
        <>
          {/* The second line of the description: the date is above the rows of its day. */}
          <span aria-hidden className="line-clamp-1 break-all as-table:hidden">
            {descriptionParts(transaction).rest || <TypeText type={transaction.type} />}
          </span>
          <span className="as-list:sr-only">
            <DateText moment={createdAt} />
          </span>
        </>
      ),
    },
  ]
}

/** The type of a transaction as a word. */
export function TypeText({ type }: { type: string }) {
  return <span className="capitalize">{type}</span>
}

/** The transaction's status; on a row that undoes an earlier one, what happened to the money: `failed` beside a credit would contradict it. */
export function RowStatus(row: Pick<HistoryRow, 'isReturn' | 'type' | 'status'>) {
  if (!row.isReturn) return <StatusPill status={row.status} />
  return (
    <Pill icon={Undo2} look={`${narrowPill} bg-sunken text-muted-foreground`} word={statusInWords(row)} />
  )
}

/**
 * An amount with its arrow: green, up and plus for a credit; red, down and minus for any other type. Money that stays the customer's own
 * is neither: it has two arrows and no colour.
 */
export function MovedAmount({
  kind,
  type,
  amount,
  currency,
}: Pick<HistoryRow, 'kind' | 'type' | 'amount' | 'currency'>) {
  const { icon: Icon, look } = kinds[kind].staysWithCustomer ? own : type === 'credit' ? credit : debit
  return (
    <span className="items-center justify-between gap-2 whitespace-nowrap as-table:flex as-table:in-short:gap-1">
      <span
        data-lead
        className={clsx(
          'inline-flex size-6 as-table:in-short:size-5 as-list:absolute as-list:start-2.5 as-list:inset-y-0 as-list:my-auto items-center justify-center rounded-full',
          look,
        )}
      >
        <Icon aria-hidden size={16} />
      </span>
      <Amount value={amount} currency={currency} type={type} neutral={look === own.look} />
    </span>
  )
}

const own = { icon: ArrowLeftRight, look: 'bg-sunken text-muted-foreground' }
const credit = { icon: ArrowUp, look: 'bg-success-soft text-credit' }
const debit = { icon: ArrowDown, look: 'bg-failed-soft text-debit' }
