import type { ActName } from '@bank/contract/admin/approvals/acts'
import type { Act } from './act.ts'
import { provisionalCredit } from './credit-act.ts'
import { email } from './email-act.ts'
import { funding } from './funding-act.ts'
import { customerLimits } from './limits-act.ts'
import { reopening } from './reopening-act.ts'
import { role } from './role-act.ts'
import { status } from './status-act.ts'
import { takingBack } from './taking-back-act.ts'
import { twoFactorReset } from './two-factor-act.ts'

/** Every act that may wait for a second person. The rights that they need are in the contract. */
export const actsByName: Readonly<Record<ActName, Act>> = {
  funding,
  taking_back: takingBack,
  provisional_credit: provisionalCredit,
  customer_limits: customerLimits,
  status,
  role,
  reopening,
  email,
  two_factor_reset: twoFactorReset,
}
