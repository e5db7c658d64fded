import { setTimeout as wait } from 'node:timers/promises'

/** Stops processes for a time. */
export async function freeze(pids: readonly number[], milliseconds: number): Promise<void> {
  for (const pid of pids) signalIfThere(pid, 'SIGSTOP')
  try {
    await wait(milliseconds)
  } finally {
    for (const pid of pids) signalIfThere(pid, 'SIGCONT')
  }
}

/** Sends a signal to a process that may have ended by itself since it was listed. */
export function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}
