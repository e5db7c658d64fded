import { type AccountState, accountStateOf } from '@bank/contract/accounts/state'
import type { AccountView } from '@bank/contract/accounts/view'
import { clsx } from 'clsx'
import { Ban, CircleCheck, Clock, X } from 'lucide-react'

/** The state of one account. */
export function AccountChip({ account }: { account: AccountView }) {
  return <AccountStateChip state={accountStateOf(account)} isActive={account.isActive} />
}

/**
 * The state of an account, as icon, word and colour. A process of the version before answers without the state: then only
 * `isActive` is known.
 */
export function AccountStateChip({
  state,
  isActive,
}: {
  state: AccountState | undefined
  isActive: boolean
}) {
  const { icon: Icon, look, word } = (state && states[state]) ?? (isActive ? states.active : inactive)
  return (
    <span
      className={clsx('inline-flex items-center gap-1 rounded-full border px-2 py-0.5 text-caption', look)}
    >
      <Icon aria-hidden size={14} />
      {word}
    </span>
  )
}

type Look = { icon: typeof Clock; look: string; word: string }

const states: Readonly<Record<AccountState, Look>> = {
  waiting: { icon: Clock, look: 'border-pending-border bg-pending-soft text-pending', word: 'Waiting' },
  active: { icon: CircleCheck, look: 'border-success-border bg-success-soft text-success', word: 'Active' },
  deactivated: { icon: Ban, look: 'border-input-border bg-sunken', word: 'Deactivated' },
  closed: { icon: X, look: 'border-input-border bg-sunken', word: 'Closed' },
}

const inactive: Look = { ...states.deactivated, word: 'Inactive' }
