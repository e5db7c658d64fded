/**
 * `waiting`: not yet activated. `deactivated`: it was active once, until an administrator deactivated it. `closed`: its owner closed it,
 * whatever it was before.
 */
export const accountStates = ['waiting', 'active', 'deactivated', 'closed'] as const

export type AccountState = (typeof accountStates)[number]

/** Within how many hours of its opening the bank promises to activate a new account (specification §1 and §9). */
export const activationHours = 24

/** The state of an account. `activatedAt` is its last activation, null before the first; `closedAt` is null while it is open. */
export function accountStateOf({
  isActive,
  activatedAt,
  closedAt,
}: {
  isActive: boolean
  activatedAt: Date | string | null
  closedAt: Date | string | null
}): AccountState {
  if (closedAt !== null) return 'closed'
  if (isActive) return 'active'
  return activatedAt === null ? 'waiting' : 'deactivated'
}
