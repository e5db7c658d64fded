import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Lowers the priority of the calling thread for good, so that the bank goes first where both want the processor. Only Linux knows
 * priorities of threads; elsewhere nothing changes.
 */
export function lowerPriority(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The system refuses, or has no /proc.
  }
}
