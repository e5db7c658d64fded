/** `waiting`: not yet activated. `deactivated`: it was active once, until an administrator deactivated it. */
export const accountStates = ['waiting', 'active', 'deactivated'] as const

export type AccountState = (typeof accountStates)[number]

/** The state of an account. `activatedAt` is its last activation; null before the first. */
export function accountStateOf({
  isActive,
  activatedAt,
}: {
  isActive: boolean
  activatedAt: Date | string | null
}): AccountState {
  if (isActive) return 'active'
  return activatedAt === null ? 'waiting' : 'deactivated'
}
