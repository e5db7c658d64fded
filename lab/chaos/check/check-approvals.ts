import type { Finding, LogRecord } from '../records.ts'
import type { Books } from './books-rows.ts'

/**
 * Checks that a funding that needs a second person is booked if and only if it was approved, and that the audit log has one event for each
 * approval that was given. That it is booked once follows from its id.
 */
export function checkApprovals({ transactions, approvals }: Books, log: readonly LogRecord[]): Finding[] {
  const booked = new Set(transactions.map(({ id }) => id))
  const approved = new Set(approvals.flatMap(({ id, decision }) => (decision === 'approved' ? id : [])))
  const fundings = log.filter((record) => record.kind === 'funding' && record.needsApproval)
  return [
    ...fundings.flatMap(({ key }): Finding[] => {
      if (booked.has(key) === approved.has(key)) return []
      return booked.has(key)
        ? [{ what: 'refused but done', detail: `funding ${key} is booked and was not approved` }]
        : [{ what: 'lost', detail: `funding ${key} was approved and is not booked` }]
    }),
    ...approvals.flatMap(({ id, events }): Finding[] => {
      const wanted = approved.has(id) ? 1n : 0n
      if (events === wanted) return []
      const what = events < wanted ? 'lost' : 'duplicated'
      return [{ what, detail: `approval ${id} has ${events} events in the audit log, not ${wanted}` }]
    }),
  ]
}
