import { endpoints } from '@bank/contract/endpoints'
import type { OwnCase } from '@bank/contract/support/view'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryOf } from '../api/query-of.ts'
import { Card } from '../ui/card.tsx'
import { DateText } from '../ui/date-text.tsx'
import { CaseEntry } from './case-entry.tsx'
import { EntryForm } from './entry-form.tsx'

export const ownCasesKey = ['support-messages']

/** The customer's last messages to the bank, each with its state, what was written, and a reply. Nothing without one. */
export function OwnCases() {
  const { data } = useQuery(queryOf(ownCasesKey, endpoints.listOwnCases))
  if (!data || data.cases.length === 0) return null
  return (
    <Card className="grid gap-3">
      <h2 className="text-h2">Your messages</h2>
      <div className="divide-y">
        {data.cases.map((one) => (
          <OwnCaseDetails key={one.id} one={one} />
        ))}
      </div>
    </Card>
  )
}

function stateOf({ state, isTaken }: OwnCase): string {
  if (state === 'open') return isTaken ? 'Being answered' : 'Received'
  return state === 'waiting' ? 'Answered' : 'Closed'
}

function OwnCaseDetails({ one }: { one: OwnCase }) {
  const { id, reference, subject, createdAt, entries } = one
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="text-table" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="min-h-target cursor-pointer py-2.5">
        <bdi className="wrap-anywhere text-label">{subject}</bdi>
        <span className="text-muted-foreground">
          , <DateText moment={createdAt} />, {stateOf(one)}
        </span>
      </summary>
      <div className="grid gap-3 pb-3">
        <ol className="grid gap-3">
          {entries.map((entry) => (
            <CaseEntry key={entry.id} entry={entry} by={authorOf(entry, id)} />
          ))}
        </ol>
        {isOpen && <Reply id={id} />}
        <p className="text-caption text-muted-foreground">
          Reference <bdi className="tabular">{reference}</bdi>
        </p>
      </div>
    </details>
  )
}

/** The first entry, which has the id of its case, may be what staff wrote for the customer. */
function authorOf(entry: OwnCase['entries'][number], caseId: string): string {
  if (entry.side === 'customer') return 'You'
  return entry.id === caseId ? 'Written by us for you' : 'Answer'
}

function Reply({ id }: { id: string }) {
  const client = useQueryClient()
  return (
    <EntryForm
      purpose={`reply to ${id}`}
      label="Reply"
      action="Send reply"
      send={(body) => call(endpoints.replyToSupport, { params: { id }, body })}
      attach={endpoints.attachOwnFile}
      onSent={() => void client.invalidateQueries({ queryKey: ownCasesKey })}
    />
  )
}
