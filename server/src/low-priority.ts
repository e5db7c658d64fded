import { setPriority } from 'node:os'

// Of the time on a full processor, a thread of usual priority gets three times as much as a low one, and nine times as much as a
// lowest one.
const niceness = { low: 5, lowest: 10 }

/**
 * Lowers the priority of the calling thread for good, so that the bank goes first where both want the processor. On Linux a priority
 * belongs to a thread; elsewhere it would belong to the whole bank, and stays.
 */
export function lowerPriority(to: keyof typeof niceness): void {
  if (process.platform === 'linux') setPriority(niceness[to])
}
