import { statusInWords } from '@bank/contract/statements/statement-words'
import { descriptionParts } from '@bank/contract/transactions/description-parts'
import type { HistoryRow } from '@bank/contract/transactions/view'
import { kinds } from '@bank/ledger/kinds'
import { clsx } from 'clsx'
import { ArrowDown, ArrowLeftRight, ArrowUp, Landmark, Undo2, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Amount } from '../ui/amount.tsx'
import { initialsOf } from '../ui/avatar.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { DateText } from '../ui/date-text.tsx'
import { narrowPill, Pill, StatusPill } from '../ui/status-pill.tsx'
import { dayHeadings } from './day-headings.ts'
import { BankOfPayee, bankInWords, DescriptionText } from './description-text.tsx'
import type { RowAccount } from './row-account.tsx'

/** What a row shows: of the history, or of a statement. */
export type EntryRow = Pick<
  HistoryRow,
  | 'id'
  | 'kind'
  | 'type'
  | 'amount'
  | 'currency'
  | 'description'
  | 'counterparty'
  | 'beneficiary'
  | 'reference'
  | 'change'
  | 'isReturn'
  | 'status'
  | 'createdAt'
>

type TableProps<Row extends EntryRow> = {
  caption: string
  /** Undefined during the first loading. */
  transactions: readonly Row[] | undefined
  /** The number of the first row, from 1 over all pages. */
  firstRow: number
  /** True while other rows are loading. */
  busy?: boolean
  /** Opens the details of a row's transaction. */
  onOpen?: (row: Row) => void
  /** The row whose details are open. */
  openId?: string | undefined
  /** What is below the amount of a row, such as the balance after it. */
  belowAmount?: ((row: Row) => ReactNode) | undefined
  /** The account of a row, where the rows are of several. */
  accountOf?: ((row: Row) => RowAccount) | undefined
  /** Further columns. In a narrow table the number and the type of a row give way to them. */
  more?: readonly Column<Row>[]
  /** A column before all others, such as that of a selection. */
  first?: Column<Row> | undefined
  /** Where the rows have headings of their days, while they are in the order of time; without it on a phone. */
  dayHeadings?: 'never' | 'on a phone' | 'always'
  /** The headers that sort. */
  sorting?: Partial<Record<'Amount' | 'Date', Pick<Column<unknown>, 'control' | 'sorted'>>>
}

/** Transactions as rows (§2). */
export function TransactionTable<Row extends EntryRow>(props: TableProps<Row>) {
  const { caption, transactions, busy = false, onOpen, openId, accountOf, sorting } = props
  const heading = dayHeadings()
  // Only rows in the order of time are together under their days.
  const isByDay = props.dayHeadings !== 'never' && sorting?.Amount?.sorted === undefined
  return (
    <DataTable
      caption={caption}
      columns={columnsOf(props, isByDay)}
      rows={transactions}
      rowKey={({ id }) => id}
      groupOf={isByDay ? ({ createdAt }) => heading(createdAt) : undefined}
      isGroupedInTable={props.dayHeadings === 'always'}
      busy={busy}
      open={onOpen && { onOpen, nameOf: (row) => nameOf(row, accountOf?.(row)), shown: openId }}
    />
  )
}

/** The name of a row's button: what is seen of its description, in the order in which it is seen. */
function nameOf({ reference, ...described }: EntryRow, account: RowAccount | undefined): string {
  const { change, act, title, payee } = descriptionParts(described)
  const secondLine = reference ?? (payee && bankInWords(payee))
  return [`${change || act}${title}`, account?.words, secondLine, 'details'].filter(Boolean).join(', ')
}

function columnsOf<Row extends EntryRow>(
  { firstRow, belowAmount, accountOf, sorting, more = [], first }: TableProps<Row>,
  isByDay: boolean,
): readonly Column<Row>[] {
  const importance = more.length > 0 || first ? 2 : 1
  return [
    ...(first ? [first] : []),
    { header: 'S/N', importance, cell: (_, position) => firstRow + position },
    { header: 'Type', importance, cell: ({ type }) => <TypeText type={type} /> },
    {
      header: 'Amount',
      phone: 'figure',
      atEnd: true,
      ...sorting?.Amount,
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
      grows: true,
      cell: (row) => (
        <span className="flex items-center gap-2.5">
          <Initials {...row} />
          <span className="min-w-0">
            <DescriptionText {...row} account={accountOf?.(row).chip} />
          </span>
        </span>
      ),
    },
    { header: 'Status', phone: 'aside', cell: (row) => <RowStatus {...row} /> },
    {
      header: 'Date',
      phone: 'detail',
      ...sorting?.Date,
      cell: ({ createdAt }) => <DateText moment={createdAt} column />,
      // The date is above the rows of its day.
      phoneCell: (row) => (isByDay ? <SecondLine {...row} /> : <DateText moment={row.createdAt} />),
    },
    ...more,
  ]
}

/** The initials of the payee or the payer, in front of the name; a sign where the other side is the customer or the bank. They are no text of the description. */
function Initials({ kind, counterparty }: EntryRow) {
  const Sign = kinds[kind].staysWithCustomer ? Wallet : Landmark
  return (
    <span
      aria-hidden
      data-lead={counterparty === null ? '' : initialsOf(counterparty)}
      className={clsx(
        'no-print as-table:@max-[44rem]:hidden before:content-[attr(data-lead)] inline-flex size-7 shrink-0 items-center justify-center rounded-full text-caption font-bold select-none',
        'as-list:absolute as-list:start-2.5 as-list:inset-y-0 as-list:my-auto as-list:size-9',
        counterparty === null ? own.look : 'bg-primary-soft text-primary-soft-foreground',
      )}
    >
      {counterparty === null && <Sign size={16} />}
    </span>
  )
}

/** What follows the name in a row of a phone. */
function SecondLine(row: EntryRow) {
  const { rest, payee } = descriptionParts(row)
  return (
    <span className="line-clamp-1 break-all">
      {payee ? <BankOfPayee rest={rest} payee={payee} /> : <TypeText type={row.type} />}
    </span>
  )
}

/** The type of a transaction as a word. */
export function TypeText({ type }: { type: string }) {
  return <span className="capitalize">{type}</span>
}

/** The transaction's status; on a row that undoes an earlier one, what happened to the money: `failed` beside a credit would contradict it. */
function RowStatus(row: Pick<EntryRow, 'isReturn' | 'type' | 'status'>) {
  if (!row.isReturn) return <StatusPill status={row.status} />
  return (
    <Pill icon={Undo2} look={`${narrowPill} bg-sunken text-muted-foreground`} word={statusInWords(row)} />
  )
}

/**
 * An amount with its arrow: green, up and plus for a credit; red, down and minus for any other type. Money that stays the customer's own
 * is neither: it has two arrows and no colour.
 */
function MovedAmount({
  kind,
  type,
  amount,
  currency,
}: Pick<EntryRow, 'kind' | 'type' | 'amount' | 'currency'>) {
  const { icon: Icon, look } = kinds[kind].staysWithCustomer ? own : type === 'credit' ? credit : debit
  return (
    <span className="inline-flex items-center justify-between gap-2 whitespace-nowrap as-list:gap-1 as-table:flex as-table:in-medium:gap-1">
      <span className={clsx('inline-flex size-5 items-center justify-center rounded-full', look)}>
        <Icon aria-hidden size={14} />
      </span>
      <Amount value={amount} currency={currency} type={type} neutral={look === own.look} />
    </span>
  )
}

const own = { icon: ArrowLeftRight, look: 'bg-sunken text-muted-foreground' }
const credit = { icon: ArrowUp, look: 'bg-success-soft text-credit' }
const debit = { icon: ArrowDown, look: 'bg-failed-soft text-debit' }
