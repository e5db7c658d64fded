import { type AccountState, accountStateOf } from '@bank/contract/accounts/state'
import type { AccountView } from '@bank/contract/accounts/view'
import { Ban, CircleCheck, Clock, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Pill } from '../../ui/status-pill.tsx'

/** The state of one account. */
export function AccountChip({ account }: { account: AccountView }) {
  return <AccountStateChip state={accountStateOf(account)} />
}

/** The state of an account, as icon, word and colour. */
export function AccountStateChip({ state }: { state: AccountState }) {
  return <Pill {...stateLooks[state]} />
}

/** The looks of the states, and their words. */
export const stateLooks: Readonly<Record<AccountState, ComponentProps<typeof Pill>>> = {
  waiting: { icon: Clock, look: 'border-pending-border bg-pending-soft text-pending', word: 'Waiting' },
  active: { icon: CircleCheck, look: 'border-success-border bg-success-soft text-success', word: 'Active' },
  deactivated: { icon: Ban, look: 'border-input-border bg-sunken', word: 'Deactivated' },
  declined: { icon: Ban, look: 'border-input-border bg-sunken', word: 'Declined' },
  closed: { icon: X, look: 'border-input-border bg-sunken', word: 'Closed' },
}
