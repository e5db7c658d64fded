/**
 * `waiting`: not yet activated. `deactivated`: it was active once, until an administrator deactivated it. `declined`: staff declined its
 * first activation. `closed`: its owner closed it, whatever it was before.
 */
export const accountStates = ['waiting', 'active', 'deactivated', 'declined', 'closed'] as const

export type AccountState = (typeof accountStates)[number]

/** Within how many hours of its opening the bank promises to activate a new account (specification §1 and §9). */
export const activationHours = 24

/** The state of an account. `activatedAt` is its last activation, null before the first; `declinedAt` is when that was declined; `closedAt` is null while it is open. */
export function accountStateOf({
  isActive,
  activatedAt,
  declinedAt,
  closedAt,
}: {
  isActive: boolean
  activatedAt: Date | string | null
  declinedAt: Date | string | null
  closedAt: Date | string | null
}): AccountState {
  if (closedAt !== null) return 'closed'
  if (isActive) return 'active'
  if (activatedAt !== null) return 'deactivated'
  return declinedAt === null ? 'waiting' : 'declined'
}
