import { signInEndsAt } from '@bank/contract/accounts/closing'
import type { AccountView } from '@bank/contract/accounts/view'
import { publicConfig } from '../public-config.ts'
import { formatDateTime } from '../ui/date-text.tsx'

type Closed = Pick<AccountView, 'closedAt' | 'isMain'>

/** The day on which an account was closed, for a sentence; undefined while it is open. */
export function closingDay({ closedAt }: Closed): string | undefined {
  return closedAt ? dayText(closedAt) : undefined
}

/** The last day on which the customer can sign in, for a sentence; undefined unless this is their main account and closed. */
export function signInEndOf({ closedAt, isMain }: Closed): string | undefined {
  return closedAt && isMain ? signInEndAfter(closedAt) : undefined
}

/** The same for a main account that is closed at this moment. */
export function signInEndAfter(closedAt: Date | string): string {
  return dayText(signInEndsAt(closedAt))
}

function dayText(moment: Date | string): string {
  return formatDateTime(new Date(moment).toISOString(), 'daySentence', publicConfig.timeZone)
}
