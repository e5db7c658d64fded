import type { MeView } from '@bank/contract/profile/view'
import { InactiveAccount } from '../accounts/inactive-account.tsx'
import { FrozenNotice } from '../limits/frozen-notice.tsx'

/** Why a customer cannot send from an account: it is not active, or they have frozen their payments. */
export function CannotSend({ me }: { me: MeView }) {
  if (me.account.isActive && me.frozenAt) return <FrozenNotice since={me.frozenAt} />
  return (
    <InactiveAccount me={me}>
      You can receive money now, and send it once your account is activated.
    </InactiveAccount>
  )
}
