import type { DisputeRow } from '@bank/contract/admin/disputes/view'
import { endpoints } from '@bank/contract/endpoints'
import { linkTo } from '@bank/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DateText } from '../../ui/date-text.tsx'

/** What customers owe of provisional credits that could not be taken back whole. Nothing without one. */
export function OwedDisputes() {
  const { data } = useQuery({
    ...queryOf(['admin', 'owed-disputes'], endpoints.listOwedDisputes),
    refetchInterval: 20_000,
  })
  if (!data || data.disputes.length === 0) return null
  return (
    <Card className="grid gap-3">
      <h2 className="text-h2">Owed by customers after disputes</h2>
      <DataTable
        caption="Owed by customers after disputes"
        columns={columns}
        rows={data.disputes}
        rowKey={({ id }) => id}
      />
    </Card>
  )
}

const columns: readonly Column<DisputeRow>[] = [
  {
    header: 'Customer',
    phone: 'title',
    grows: true,
    cell: ({ id, user }) => (
      <Link to={linkTo('supportMessage', { id })} dir="auto" className="link-alone wrap-anywhere">
        {user.name}
      </Link>
    ),
  },
  { header: 'Ended', phone: 'aside', cell: ({ end }) => end && <DateText moment={end.at} /> },
  {
    header: 'Owed',
    phone: 'figure',
    atEnd: true,
    cell: ({ end, currency }) =>
      end && <Amount value={end.owed} currency={currency} className="whitespace-nowrap" />,
  },
]
