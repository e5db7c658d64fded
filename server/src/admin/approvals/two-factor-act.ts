import { roleNames } from '@bank/contract/roles/rights'
import type { StaffRole } from '@bank/contract/roles/role'
import { type ResetGround, storeTwoFactorReset } from '../two-factor/two-factor-reset.ts'
import type { Act } from './act.ts'

/** A reset of two-factor of a member of staff. The role and the authenticator must still be the same. */
export const twoFactorReset: Act = {
  sentence: ({ role }) => `Reset two-factor authentication, role ${roleNames[role as StaffRole]}`,
  change: async (connection, bank, { subjectId: userId, payload, reason, requestedBy }, approval, now) => {
    const wanted = { userId, ground: payload as ResetGround, reason, actorId: requestedBy }
    await storeTwoFactorReset(connection, bank, wanted, { approval }, now)
  },
}
