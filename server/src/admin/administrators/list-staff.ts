import { accountStateOf } from '@bank/contract/accounts/state'
import type { Verb } from '../../call.ts'
import { findStaff } from './administrator.ts'
import { lastDayOf } from './role-change.ts'

/** Lists who works for the bank, in which role and until when. */
export const listStaff: Verb<'listStaff'> = async ({ bank, now }) => {
  const staff = await findStaff(bank.db, now)
  return {
    staff: staff.map(({ isActive, activatedAt, declinedAt, closedAt, roleUntil, ...member }) => ({
      ...member,
      lastDay: lastDayOf({ roleUntil }, bank.config.timeZone),
      state: accountStateOf({ isActive, activatedAt, declinedAt, closedAt }),
    })),
  }
}
