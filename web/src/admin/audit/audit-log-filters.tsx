import { changesOnly, sentenceOf } from '@bank/contract/audit/actions'
import { clsx } from 'clsx'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { useFilterForm } from '../use-filter-form.ts'
import { type AuditLogUrlState, auditFilterNames } from './audit-log-url-state.ts'

/** The filters of the audit log. The button applies them; the fields follow the URL. On a phone they are folded above the entries. */
export function AuditLogFilters({
  urlState,
  actions,
  reasons,
}: {
  urlState: AuditLogUrlState
  /** Every action that has an event. */
  actions: readonly string[]
  /** The errors about filters, by name. */
  reasons: Partial<Record<string, string>>
}) {
  const { filter } = urlState
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || Object.keys(reasons).length > 0
  const isListed = [undefined, changesOnly, ...actions].includes(filter.action)
  const known = isListed ? actions : [...actions, filter.action!]
  const { form, field, day } = useFilterForm('audit', auditFilterNames, urlState, reasons)
  return (
    <search aria-label="Audit log" className="grid gap-3">
      <Button
        look="secondary"
        aria-expanded={isShown}
        onClick={() => setOpen(!isShown)}
        className="justify-self-start md:hidden"
      >
        <SlidersHorizontal aria-hidden size={18} />
        {urlState.isFiltered ? `Filters (${Object.keys(filter).length})` : 'Filters'}
      </Button>
      <form
        key={JSON.stringify(filter)}
        {...form}
        className={clsx('gap-3 md:grid', isShown ? 'grid' : 'hidden')}
      >
        <div className="grid items-start gap-3 min-[24rem]:grid-cols-2 md:grid-cols-3 xl:grid-cols-[repeat(5,minmax(0,1fr))_auto]">
          <Input {...field('actor')} label="Actor" placeholder="Email or ID" autoComplete="off" />
          <Input {...field('subject')} label="Subject" placeholder="Email or ID" autoComplete="off" />
          <Select
            {...field('action')}
            label="Action"
            placeholder="All"
            options={[
              { value: changesOnly, label: 'Changes only' },
              ...known.map((value) => ({ value, label: sentenceOf(value) })),
            ]}
          />
          <Input {...day('from')} label="From" />
          <Input {...day('to')} label="To" />
          {/* Aligned with the controls, not with their labels. */}
          <Button type="submit" className="min-[24rem]:mt-7">
            Show entries
          </Button>
        </div>
        {urlState.isFiltered && (
          <Button look="quiet" onClick={() => urlState.choose({})} className="-ms-4 justify-self-start">
            Clear filters
          </Button>
        )}
      </form>
    </search>
  )
}
