import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { signalIfThere } from './signal.ts'

/** F9: a power cut: the disk, PostgreSQL and the program that runs it fail at once. */
export const cutPower: Fault = {
  name: 'power cut',
  id: 'F9',
  async inject({ disk, owner, postgres }) {
    if (disk === undefined) return 0
    const running = [owner.pid()!, ...postgres.processes()]
    // First stopped, so that no process sees the disk fail.
    for (const pid of running) signalIfThere(pid, 'SIGSTOP')
    await disk.cutPower()
    for (const pid of running) signalIfThere(pid, 'SIGKILL')
    await owner.end('SIGKILL')
    await disk.plugIn()
    return 1
  },
}

/** F8: the disk is full for a while. */
export const fillDisk: Fault = {
  name: 'disk full',
  id: 'F8',
  async inject({ disk }, { chance, millisecondsMax }) {
    if (disk === undefined) return 0
    await disk.fill()
    await wait(chance.between(2_000, millisecondsMax))
    await disk.free()
    return 1
  },
}
