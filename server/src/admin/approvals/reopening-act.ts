import { findAccount } from '../../accounts/account.ts'
import { storeReopened } from '../users/reopening.ts'
import type { Act } from './act.ts'

/** Opening a closed account again. Whether it is still closed, and the main one open, is asked again. */
export const reopening: Act = {
  sentence: () => 'Reopen the closed account',
  change: async (connection, { config }, { payload, reason, requestedBy: actorId }, approval, now) => {
    const account = (await findAccount(connection, BigInt(payload.accountId!)))!
    await storeReopened(connection, config, { account, reason, actorId }, { approval }, now)
  },
}
