import type { PeriodQuery } from '@bank/contract/statements/period'
import { useSearchParams } from 'react-router'

/** Which statement is looked at, and which page of it: in the address, so that a reload and a link lead to the same. */
export function useStatementPlace() {
  const [asked, setAsked] = useSearchParams()
  const read = (name: string) => asked.get(name) ?? undefined
  const period = periodAsked({
    period: read('period'),
    month: read('month'),
    from: read('from'),
    to: read('to'),
  })
  return {
    period,
    cursor: read('cursor'),
    /** Another period begins at its first line. */
    choose: (wanted: PeriodQuery) => setAsked({ ...periodAsked(wanted) }),
    turnTo: (cursor: string) => setAsked({ ...period, cursor }),
  }
}

function periodAsked(period: PeriodQuery): Record<string, string> {
  return Object.fromEntries(
    Object.entries(period).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
