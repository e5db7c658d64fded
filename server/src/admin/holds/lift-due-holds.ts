import { dayOf } from '@bank/contract/bank-day'
import { recordAudit } from '../../audit/audit-chain.ts'
import type { Bank } from '../../bank.ts'
import { type Job, withBank } from '../../jobs/job.ts'
import { inUserTransaction } from '../../users/user.ts'
import { auditedHold, findDueHolds, storeLifting } from './hold.ts'

const holdsMax = 50

/** Lifts the holds whose day has come, each once. Returns how many were due. */
export async function liftDueHolds({ db, config }: Pick<Bank, 'db' | 'config'>, now: Date): Promise<number> {
  const due = await findDueHolds(db, dayOf(now, config.timeZone), holdsMax)
  for (const hold of due) {
    await inUserTransaction(db, hold.ownerId, async (connection) => {
      if (!(await storeLifting(connection, hold, { by: null, now }))) return
      const details = { ...auditedHold(hold), liftsOn: hold.liftsOn }
      await recordAudit(connection, {
        actorId: null,
        action: 'hold_lifted',
        target: hold.ownerId,
        details,
        now,
      })
    })
  }
  return due.length
}

export const liftDueHoldsJob: Job = {
  name: 'lift-due-holds',
  pauseSeconds: 60,
  waitsAfterRestore: true,
  open: withBank(liftDueHolds),
}
