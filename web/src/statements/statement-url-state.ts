import type { PeriodQuery } from '@bank/contract/statements/period'
import { useSearchParams } from 'react-router'
import { useAccountChoice } from '../api/chosen-account.ts'

/** The account, the period and the page of the statement, in the URL: a reload and a link open the same page. The account stays. */
export function useStatementUrlState() {
  const [params, setParams] = useSearchParams()
  const read = (name: string) => params.get(name) ?? undefined
  const period = withoutUndefined({
    period: read('period'),
    month: read('month'),
    from: read('from'),
    to: read('to'),
  })
  const account = withoutUndefined({ account: read('account') })
  return {
    period,
    choice: { account: useAccountChoice(), ...period },
    cursor: read('cursor'),
    /** Another period starts at its first page. */
    choose: (chosen: PeriodQuery) => setParams({ ...account, ...withoutUndefined(chosen) }),
    turnTo: (cursor: string) => setParams({ ...account, ...period, cursor }),
  }
}

function withoutUndefined(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
