import type { StatementView } from '@bank/contract/statements/view'
import { BalanceBelow } from '../transactions/balance-below.tsx'
import { useNamedRows } from '../transactions/named-rows.ts'
import { type EntryRow, TransactionTable } from '../transactions/transaction-table.tsx'
import { Amount } from '../ui/amount.tsx'
import type { Column } from '../ui/data-table.tsx'

/** The lines of a statement, oldest first, each with the balance after it. */
export function StatementTable({ statement, busy }: { statement: StatementView | undefined; busy: boolean }) {
  const { currency, firstRow = 1 } = statement ?? {}
  const lines = useNamedRows(statement?.lines)
  return (
    <TransactionTable
      caption="Transaction history"
      transactions={
        currency && lines?.map((line) => ({ ...line, id: line.seq, currency, createdAt: line.bookedAt }))
      }
      firstRow={firstRow}
      busy={busy}
      belowAmount={({ balance, currency }) => (
        <span aria-hidden className="as-table:hidden">
          <BalanceBelow value={balance} currency={currency} />
        </span>
      )}
      more={[balanceColumn]}
    />
  )
}

const balanceColumn: Column<EntryRow & { balance: string }> = {
  header: 'Balance',
  atEnd: true,
  cell: ({ balance, currency }) => (
    <Amount value={balance} currency={currency} className="whitespace-nowrap" />
  ),
}
