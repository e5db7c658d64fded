import type { MeView } from '@bank/contract/profile/view'
import { isOpen } from '../accounts/accounts.ts'
import { ClosedAccount } from '../accounts/closed-account.tsx'
import { InactiveAccount } from '../accounts/inactive-account.tsx'
import { FrozenNotice } from '../freeze/frozen-notice.tsx'

/** Why a customer cannot send from an account: it is closed or not active, or they have frozen their payments. */
export function CannotSend({ me }: { me: MeView }) {
  if (!isOpen(me.account)) return <ClosedAccount account={me.account} />
  if (me.account.isActive && me.frozenAt) return <FrozenNotice since={me.frozenAt} />
  return (
    <InactiveAccount me={me}>
      You can receive money now, and send it once your account is activated.
    </InactiveAccount>
  )
}
