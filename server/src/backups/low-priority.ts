import { constants, setPriority } from 'node:os'

/**
 * Lowers the priority of the calling thread for good, so that the bank goes first where both want the processor. On Linux a priority
 * belongs to a thread; elsewhere it would belong to the whole bank, and stays.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}
