import type { Finding, LogRecord, ScheduleIntent } from '../records.ts'
import type { Books, ScheduleRow } from './books-rows.ts'
import { derivedId } from './derived-id.ts'

/**
 * Checks scheduled payments against the clients' log: each whose day has come was booked once, under the id that follows from the
 * schedule and the day, or says why not; and each was intended and not refused.
 */
export function checkSchedules({ transactions, schedules }: Books, log: readonly LogRecord[]): Finding[] {
  const intents = log.filter((record) => record.kind === 'schedule')
  const refused = new Set(
    log.flatMap((record) => (record.kind === 'outcome' && record.was === 'refused' ? record.key : [])),
  )
  const booked = new Set(transactions.map(({ id }) => id))
  const rowsOf = Map.groupBy(schedules, ({ id }) => id)
  const findings = intents.flatMap((intent): Finding[] => {
    const [row, ...others] = rowsOf.get(intent.key) ?? []
    rowsOf.delete(intent.key)
    const id = transactionIdOf(intent)
    const name = `schedule ${intent.key}`
    if (others.length > 0) return [{ what: 'duplicated', detail: `${name} was made more than once` }]
    if (row && refused.has(intent.key)) return [{ what: 'refused but done', detail: name }]
    if (row) return checkRun(name, row, { id, isBooked: booked.has(id) })
    return booked.has(id) ? [{ what: 'invented', detail: `${id} is booked without its ${name}` }] : []
  })
  const unknown = [...rowsOf.keys()].map((id): Finding => {
    return { what: 'invented', detail: `schedule ${id} has no intent` }
  })
  return [...findings, ...unknown]
}

export function transactionIdOf({ key, day }: Pick<ScheduleIntent, 'key' | 'day'>): string {
  return derivedId(`schedule ${key} ${day}`)
}

function checkRun(
  name: string,
  { isDue, outcome, reason, transactionId }: ScheduleRow,
  { id, isBooked }: { id: string; isBooked: boolean },
): Finding[] {
  if (isDue) return [{ what: 'no outcome', detail: `${name} is due and was not tried` }]
  if (isBooked !== (outcome === 'booked')) {
    const what = isBooked ? 'refused but done' : 'lost'
    return [{ what, detail: `${name} is ${outcome}, and its transaction is ${isBooked ? '' : 'not '}there` }]
  }
  if (isBooked && transactionId !== id) {
    return [{ what: 'altered', detail: `${name} names the transaction ${transactionId}, not ${id}` }]
  }
  if (outcome === null || isBooked || reason) return []
  return [{ what: 'no outcome', detail: `${name} is ${outcome} and does not say why` }]
}
