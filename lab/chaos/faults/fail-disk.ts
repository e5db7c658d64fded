import { setTimeout as wait } from 'node:timers/promises'
import type { FaultAct } from './fault.ts'
import { signalIfThere } from './signal.ts'

/** F9: the power goes. What was acknowledged by then has to be on the disk; memory, PostgreSQL and its program are gone. */
export const cutPower: FaultAct = {
  name: 'power cut',
  id: 'F9',
  async act({ disk, owner, postgres }) {
    if (disk === undefined) return 0
    const running = [owner.pid()!, ...postgres.processes()]
    // All of the machine at one instant: nobody is left who could see the disk fail.
    for (const pid of running) signalIfThere(pid, 'SIGSTOP')
    await disk.cutPower()
    for (const pid of running) signalIfThere(pid, 'SIGKILL')
    await owner.end('SIGKILL')
    await disk.plugIn()
    return 1
  },
}

/** F8: the disk is full for a while, and then it is not. */
export const fillDisk: FaultAct = {
  name: 'disk full',
  id: 'F8',
  async act({ disk }, { chance, longest }) {
    if (disk === undefined) return 0
    await disk.fill()
    await wait(chance.between(2_000, longest))
    await disk.makeRoom()
    return 1
  },
}
