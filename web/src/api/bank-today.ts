import { dayOf } from '@bank/contract/bank-day'
import { publicConfig } from '../public-config.ts'
import { bankNow } from './bank-clock.ts'

/** The present day of the bank, `YYYY-MM-DD`. */
export function bankToday(): string {
  return dayOf(new Date(bankNow()), publicConfig.timeZone)
}
