import type { DisputeRow } from '@bank/contract/admin/disputes/view'
import { endpoints } from '@bank/contract/endpoints'
import { linkTo } from '@bank/contract/pages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { Amount } from '../../ui/amount.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { useListUrlState } from '../../ui/list-url-state.ts'
import { RecordList } from '../record-list.tsx'

/** What customers owe of provisional credits that could not be taken back whole. Nothing where no one owes anything. */
export function OwedDisputes() {
  const urlState = useListUrlState()
  const navigate = useNavigate()
  const list = useQuery({
    ...queryOf(['admin', 'owed-disputes'], endpoints.listOwedDisputes, {
      query: { cursor: urlState.cursor },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: 20_000,
  })
  if (!list.data || (list.data.disputes.length === 0 && urlState.cursor === undefined)) return null
  return (
    <section className="grid gap-3">
      <h2 className="text-h2">Owed by customers after disputes</h2>
      <RecordList
        caption="Owed by customers after disputes"
        urlState={urlState}
        query={list}
        rows={list.data.disputes}
        nextCursor={list.data.nextCursor}
        columns={columns}
        nameOf={({ user }) => `Dispute of ${user.name}`}
        empty="Nothing more is owed"
        onOpen={(id) => navigate(linkTo('supportMessage', { id }))}
      />
    </section>
  )
}

const columns: readonly Column<DisputeRow>[] = [
  {
    header: 'Customer',
    phone: 'title',
    grows: true,
    cell: ({ user }) => <bdi className="wrap-anywhere">{user.name}</bdi>,
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
