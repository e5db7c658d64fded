import type { AccountView } from '@bank/contract/accounts/view'
import { dayOf } from '@bank/contract/bank-day'
import { signInEndsAt } from '@bank/contract/closing/sign-in-end'
import { dayText } from '@bank/contract/date-text'
import { publicConfig } from '../public-config.ts'

type Closed = Pick<AccountView, 'closedAt' | 'isMain'>

/** The day on which an account was closed, for a sentence; undefined while it is open. */
export function closingDay({ closedAt }: Closed): string | undefined {
  return closedAt ? bankDay(closedAt) : undefined
}

/** The last day on which the customer can sign in, for a sentence; undefined unless this is their main account and closed. */
export function signInEndOf({ closedAt, isMain }: Closed): string | undefined {
  return closedAt && isMain ? signInEndAfter(closedAt) : undefined
}

/** The same for a main account that is closed at this moment. */
export function signInEndAfter(closedAt: Date | string): string {
  return bankDay(signInEndsAt(closedAt))
}

function bankDay(moment: Date | string): string {
  return dayText(dayOf(new Date(moment), publicConfig.timeZone), 'long')
}
