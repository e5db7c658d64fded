import { descriptionParts } from '@bank/contract/transactions/description-parts'
import type { TransactionView } from '@bank/contract/transactions/view'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Amount } from '../ui/amount.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { DateText } from '../ui/date-text.tsx'
import { StatusPill } from '../ui/status-pill.tsx'
import { dayHeadings } from './day-headings.ts'
import { DescriptionText } from './description-text.tsx'

type BelowAmount = (transaction: TransactionView) => ReactNode

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
  transactions: readonly TransactionView[] | undefined
  firstRow: number
  /** True while other rows are loading. */
  busy?: boolean
  /** Opens the details of a transaction. */
  onOpen?: (transaction: TransactionView) => void
  /** The transaction whose details are open. */
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

/** The name of a row's button. It has the words of its description in the order in which they are seen. */
function nameOf({ reference, ...described }: TransactionView): string {
  const { change, act, title, rest } = descriptionParts(described)
  return [`${change}${act}${title}`, reference, rest, 'details'].filter(Boolean).join(', ')
}

function columnsFrom(
  firstRow: number,
  belowAmount: BelowAmount | undefined,
): readonly Column<TransactionView>[] {
  return [
    { header: 'S/N', phone: 'unseen', cell: (_, position) => firstRow + position },
    { header: 'Type', phone: 'unseen', cell: ({ type }) => <TypeText type={type} /> },
    {
      header: 'Amount',
      phone: 'figure',
      atEnd: true,
      cell: (transaction) => (
        <>
          <MovedAmount {...transaction} isReturned={transaction.status === 'failed'} />
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
    { header: 'Status', phone: 'aside', cell: ({ status }) => <StatusPill status={status} /> },
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

/**
 * An amount with its arrow: green, up and plus for a credit; red, down and minus for any other type. The amount of a failed transaction
 * is struck through, because its money went back.
 */
export function MovedAmount({
  type,
  amount,
  currency,
  isReturned,
}: Pick<TransactionView, 'type' | 'amount' | 'currency'> & { isReturned?: boolean }) {
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
      {isReturned ? (
        <span className="flex-col-reverse as-table:flex">
          <span className="text-caption text-muted-foreground">{returnedInWords(type)} </span>
          <Amount value={amount} currency={currency} type={type} className={returnedLook} />
        </span>
      ) : (
        <Amount value={amount} currency={currency} type={type} />
      )}
    </span>
  )
}

/** How the amount of a failed transaction looks. */
export const returnedLook = 'text-muted-foreground line-through'

/** Where the money of a failed transaction is: back with its sender. */
export function returnedInWords(type: string): string {
  return type === 'credit' ? 'taken back' : 'returned'
}
