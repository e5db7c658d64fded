import { endpoints } from '@bank/contract/endpoints'
import { linkTo } from '@bank/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { countText } from '../overview/overview-card.tsx'
import { useMayOpen } from '../use-may.ts'

/** One line of what waits for staff, each part a link to where it is worked. It has its place before it is loaded. */
export function WhatWaits() {
  const mayOpen = useMayOpen()
  const { data } = useQuery({
    ...queryOf(['admin', 'waiting'], endpoints.countWaiting),
    refetchInterval: 20_000,
  })
  const parts = data && [
    {
      count: data.accounts,
      to: linkTo('userManagement', { state: 'waiting', order: 'oldest', view: 'table' }),
      text: countText(data.accounts, 'account', 'accounts'),
    },
    {
      count: data.pendingTransactions,
      to: linkTo('allTransactions', { status: 'pending', order: 'oldest' }),
      text: countText(data.pendingTransactions, 'pending transaction', 'pending transactions', '10,000'),
    },
    {
      count: data.dueMessages,
      to: linkTo('supportMessages'),
      text: countText(data.dueMessages, 'message to answer', 'messages to answer'),
    },
    {
      count: data.approvals,
      to: linkTo('approvals'),
      text: countText(data.approvals, 'approval', 'approvals'),
    },
  ]
  const waiting = parts?.filter(({ count, to }) => count !== 0 && mayOpen(to))
  return (
    <p role="status" className="text-muted-foreground">
      {/* U+00A0 keeps its place while it is loading. */}
      {waiting ? (waiting.length === 0 ? 'Nothing waits.' : 'Waiting: ') : '\u00a0'}
      {waiting?.map(({ to, text }, at) => (
        <Fragment key={to}>
          {at > 0 && ', '}
          <Link to={to} className="text-link underline">
            {text}
          </Link>
        </Fragment>
      ))}
    </p>
  )
}
