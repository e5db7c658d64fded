import { getPriority, setPriority } from 'node:os'

// How much nicer than the bank's main thread. Of the time on a full processor, that one gets three times as much as a low one, and
// nine times as much as a lowest one.
const niceness = { low: 5, lowest: 10 }
const nicest = 19

/**
 * Lowers the priority of the calling thread, or of another process, for good, so that the bank goes first where both want the processor. On Linux a priority
 * belongs to a thread; elsewhere it would belong to the whole bank, and stays. It also stays where the system does not allow the change,
 * such as under a filter of system calls: the work itself is possible without it.
 */
export function lowerPriority(to: keyof typeof niceness, pid = 0): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(pid, Math.min(getPriority(process.pid) + niceness[to], nicest))
  } catch (error) {
    if (!isForbidden(error)) throw error
  }
}

function isForbidden(error: unknown): boolean {
  const { code } = (error as { info?: { code?: unknown } }).info ?? {}
  return code === 'EPERM' || code === 'EACCES'
}
