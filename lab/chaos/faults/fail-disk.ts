import { setTimeout as wait } from 'node:timers/promises'
import { isReady } from '../bank-program.ts'
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
  },
}

/** F8: the disk is full for a while. While no payment can be booked, neither process may say that it is ready. */
export const fillDisk: Fault = {
  name: 'disk full',
  id: 'F8',
  async inject({ disk, addresses, findings }, { chance, work, millisecondsMax }) {
    if (disk === undefined) return 0
    await disk.fill()
    const bookedOf = () => Object.values(work.acknowledged).reduce((sum, count) => sum + count, 0)
    const until = performance.now() + chance.between(noticedWithin + 2_000, noticedWithin + millisecondsMax)
    let booked = bookedOf()
    let since = performance.now()
    while (performance.now() < until) {
      await wait(250)
      const ready = await Promise.all(addresses().map(isReady))
      if (bookedOf() > booked) {
        booked = bookedOf()
        since = performance.now()
      }
      if (performance.now() - since < noticedWithin || !ready.includes(true)) continue
      const seconds = ((performance.now() - since) / 1_000).toFixed(1)
      findings.report({
        what: 'ready without payments',
        detail: `the disk is full, nothing was booked for ${seconds} s, and /readyz answers 200`,
      })
      break
    }
    await disk.free()
  },
}

// A payment is given up after two seconds, of which the last may have been sent just after the last success, and an answer of
// /readyz is a second old at most. The rest is for a busy machine.
const noticedWithin = 8_000
